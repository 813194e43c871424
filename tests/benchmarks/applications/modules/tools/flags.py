import argparse
import sys


def build_parser():
    parser = argparse.ArgumentParser(prog="flags")
    parser.add_argument("--mode", choices=["fast", "slow"], default="fast")
    parser.add_argument("--level", type=int, default=0)
    parser.add_argument("--dry-run", action="store_true")
    sub = parser.add_subparsers(dest="command", required=True)
    add = sub.add_parser("add")
    add.add_argument("amount", type=float)
    drop = sub.add_parser("drop")
    drop.add_argument("--force", action="store_true")
    return parser


def main(argv=None):
    args = build_parser().parse_args(argv)
    if args.mode == "slow" and args.level > 3:
        print("too slow", file=sys.stderr)
        return 2
    if args.command == "add":
        if args.amount < 0:
            return 1
        print(f"added {args.amount}")
        return 0
    if args.force and not args.dry_run:
        print("dropped")
        return 0
    return 4
