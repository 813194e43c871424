"""The worlds in which written tests are run: each a row that differs from the usual one in a few fields."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

USUAL_ENVIRONMENT = {
    "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
    "HOME": "/root",
    "LANG": "C.UTF-8",
    "USER": "root",
    "SHELL": "/bin/bash",
    "PWD": "{root}",
}
USER = "elsewhere"  # an unprivileged user, whom the harness makes inside of the world
PYTEST = ("{python}", "-m", "pytest", "-q", "{tests}")
TERMINAL = (
    "{python}",
    "-c",
    "import fcntl, os, pty, struct, sys, termios; "
    "size = lambda fd: fcntl.ioctl(1, termios.TIOCSWINSZ, struct.pack('4H', 47, 133, 0, 0)); "
    "pid, fd = pty.fork(); "
    "pid or (size(1), os.execvp(sys.argv[1], sys.argv[1:])); "
    "copy = lambda: os.write(1, os.read(fd, 4096)); "
    "exec('try:\\n while True: copy()\\nexcept OSError: pass'); "
    "sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))",
)
TEXT = "name = value\nverbose = true\n"
WORDS = ("data/data.txt", "share/data.txt", "tool.ini", "config.ini", "config.toml", "settings.json",
         "a", "b", "x", "0", "foo", "bar", "name", "key", "value", "test.txt", "file.txt", "data.json",
         "README.md", "Makefile", "setup.cfg", "LICENSE", ".env", ".git/HEAD")  # fmt: skip
HOME_FILES = (".bashrc", ".profile", ".bash_profile", ".zprofile", ".netrc", ".gitconfig", ".env", "Documents/a.txt",
              ".cache/{name}/index", ".config/{name}/config.toml", ".config/user-dirs.dirs", ".{name}rc",
              ".local/share/{name}/data", ".ssh/config")  # fmt: skip


@dataclass(frozen=True)
class World:
    """Texts may name {python}, {root} (the project), {tests}, {name} (of the subject) and {bin}."""

    name: str
    command: tuple[str, ...] = PYTEST
    environment: Mapping[str, str] = field(default_factory=lambda: USUAL_ENVIRONMENT)
    folder: str = "{root}"
    user: str = "root"
    owner: str = "root"  # of the project
    files: Mapping[str, str] = field(default_factory=dict)  # made before
    removed: tuple[str, ...] = ()  # before
    limits: Mapping[str, int] = field(default_factory=dict)  # soft ones, by the name in `resource`
    hostname: str = ""  # the machine's own
    umask: int = 0o022
    moved: str = ""  # the folder to which the project and what lies beside it are moved
    has_network: bool = True


def _with(**variables: str) -> dict[str, str]:
    return USUAL_ENVIRONMENT | variables


FULL = _with(
    TERM="xterm-256color", COLORTERM="truecolor", DISPLAY=":0", WAYLAND_DISPLAY="wayland-0", VIRTUAL_ENV="/opt/venv",
    SSH_CONNECTION="10.0.0.2 50000 10.0.0.1 22", SSH_TTY="/dev/pts/3", GITHUB_ACTIONS="true", CI="true", GITLAB_CI="true",
    GITHUB_SHA="5f1c0ffee0", GITHUB_REF_NAME="main", BUILD_NUMBER="7", JENKINS_URL="http://ci/", EDITOR="emacs -nw",
    VISUAL="code", PAGER="most", BROWSER="lynx", COLUMNS="47", LINES="11", NO_COLOR="1", FORCE_COLOR="1", DEBUG="1",
    PORT="9999", DATABASE_URL="postgres://db/x", KUBERNETES_SERVICE_HOST="10.0.0.1", XDG_CONFIG_HOME="/etc/xdg-config",
    XDG_CACHE_HOME="/var/cache/xdg", XDG_RUNTIME_DIR="/run/user/0", LOGNAME="root", MAIL="/var/mail/root", LS_COLORS="di=1",
    HTTP_PROXY="http://proxy:3128", no_proxy="localhost", EMAIL="me@example.org", WARM_UP_SECONDS="5", OLDPWD="/",
    DEBIAN_FRONTEND="noninteractive", PYTHONUNBUFFERED="1", HOSTNAME="workstation", SUDO_USER="me", TMUX="/tmp/tmux,1,0",
)  # fmt: skip
AS_USER = _with(HOME=f"/home/{USER}", USER=USER, LOGNAME=USER)
DAYS = ("2027-05-01", "2028-02-29", "2026-07-15")  # a Saturday and first of a month, a leap day, a past Wednesday
HOURS = ("00:05:10", "03:31:00", "06:12:30", "09:47:15", "12:00:01", "15:20:40", "18:59:50", "23:55:05")


def _at(day: str, hour: str) -> World:
    faked = _with(
        LD_PRELOAD="/usr/lib/{machine}-linux-gnu/faketime/libfaketime.so.1",
        FAKETIME=f"@{day} {hour}",
        DONT_FAKE_MONOTONIC="0",  # where it is 1, each time.sleep raises OSError
        NO_FAKE_STAT="1",
    )
    return World(f"at {day} {hour[:5]}", environment=faked)


ROOT = World("root")
WORLDS = (
    ROOT,
    World("user", user=USER, owner=USER, environment=AS_USER),
    World("user of a foreign project", user=USER, environment=AS_USER),
    World("empty environment", environment={"PATH": "/usr/bin:/bin"}),
    World("full environment", environment=FULL),
    World("abroad", environment=_with(LANG="de_DE.UTF-8", LC_ALL="de_DE.UTF-8", TZ="Asia/Kathmandu")),
    *(_at(day, hour) for day in DAYS for hour in HOURS),
    World("another folder", ("{python}", "-m", "pytest", "-q", "{tests}"), folder="/srv/elsewhere",
          files={f"/srv/elsewhere/{name}": TEXT for name in WORDS}),
    World("files in the project", files={f"{{root}}/{name}": TEXT for name in WORDS}),
    World("moved", moved="/srv/some where/deeper"),
    World("nothing beside", removed=("{beside}/deployed", "{beside}/shared")),
    World("pytest alone", ("{bin}/pytest",)),
    World("arguments", ("{bin}/pytest", "-v", "--tb=short", "-o", "console_output_style=count", "{tests}", "-k", "test")),
    World("/.dockerenv", files={"/.dockerenv": "", "/run/.containerenv": ""}),
    World("no /.dockerenv", removed=("/.dockerenv", "/run/.containerenv")),
    World("--cov", (*PYTEST, "--cov")),
    World("xdist", (*PYTEST, "-n", "2")),
    World("no cacheprovider", (*PYTEST, "-p", "no:cacheprovider")),
    World("home of files", environment=_with(HOME="/srv/home"), files={f"/srv/home/{name}": TEXT for name in HOME_FILES}),
    World("tight limits", limits={"RLIMIT_NOFILE": 200, "RLIMIT_AS": 3 << 30, "RLIMIT_CORE": 0, "RLIMIT_STACK": 4 << 20,
                                  "RLIMIT_CPU": 100, "RLIMIT_DATA": 2 << 30, "RLIMIT_NPROC": 200}),
    World("loose limits", limits={"RLIMIT_NOFILE": 65536, "RLIMIT_CORE": -1, "RLIMIT_STACK": 64 << 20}),
    World("one core", ("nice", "-n", "5", "taskset", "-c", "0", *PYTEST)),
    World("another host", hostname="prod-7.example.org"),
    World("no network", has_network=False),
    World("a terminal", (*TERMINAL, *PYTEST), environment=_with(TERM="xterm-256color")),
    World("a terminal -s", (*TERMINAL, *PYTEST, "-s"), environment=_with(TERM="xterm-256color", COLORTERM="truecolor")),
    World("a pipe -s", (*PYTEST, "-s")),
    World("umask 077", umask=0o077),
    World("flags", ("{python}", "-B", "-X", "utf8", "-X", "dev", "-m", "pytest", "-q", "{tests}")),
    World("TMPDIR", environment=_with(TMPDIR="/var/other-tmp"), files={"/var/other-tmp/job-1": TEXT}),
)  # fmt: skip


def filled(world: World, places: Mapping[str, str]) -> World:
    """The world with the places of a subject in its texts."""

    def fill(text: str) -> str:
        for name, place in places.items():
            text = text.replace("{" + name + "}", place)
        return text

    return replace(
        world,
        command=tuple(map(fill, world.command)),
        environment={name: fill(text) for name, text in world.environment.items()},
        folder=fill(world.folder),
        files={fill(path): text for path, text in world.files.items()},
        removed=tuple(map(fill, world.removed)),
    )
