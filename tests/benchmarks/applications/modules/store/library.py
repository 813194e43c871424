"""Loans of a library, with SQLAlchemy."""

from datetime import date, timedelta
from typing import Optional

from sqlalchemy import ForeignKey, String, func, select
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column, relationship


class Base(DeclarativeBase):
    pass


class Member(Base):
    __tablename__ = "member"
    id: Mapped[int] = mapped_column(primary_key=True)
    email: Mapped[str] = mapped_column(String(80), unique=True)
    blocked: Mapped[bool] = mapped_column(default=False)
    loans: Mapped[list["Loan"]] = relationship(back_populates="member")


class Book(Base):
    __tablename__ = "book"
    isbn: Mapped[str] = mapped_column(String(13), primary_key=True)
    title: Mapped[str]
    copies: Mapped[int] = mapped_column(default=1)


class Loan(Base):
    __tablename__ = "loan"
    id: Mapped[int] = mapped_column(primary_key=True)
    member_id: Mapped[int] = mapped_column(ForeignKey("member.id"))
    isbn: Mapped[str] = mapped_column(ForeignKey("book.isbn"))
    due: Mapped[date]
    returned: Mapped[Optional[date]]
    member: Mapped[Member] = relationship(back_populates="loans")


class Refused(Exception):
    pass


def lend(session: Session, email: str, isbn: str, today: date) -> Loan:
    member = session.scalars(select(Member).where(Member.email == email)).first()
    if member is None or member.blocked:
        raise Refused("member")
    book = session.get(Book, isbn)
    if book is None:
        raise Refused("book")
    out = session.scalar(
        select(func.count()).select_from(Loan).where(Loan.isbn == isbn, Loan.returned.is_(None))
    )
    if out >= book.copies:
        raise Refused("all lent")
    loan = Loan(member=member, isbn=isbn, due=today + timedelta(days=21))
    session.add(loan)
    session.commit()
    return loan


def fine(loan: Loan, today: date) -> int:
    end = loan.returned or today
    late = (end - loan.due).days
    if late <= 0:
        return 0
    return min(late * 10, 500)


def block_late(session: Session, today: date) -> list[str]:
    blocked = []
    for member in session.scalars(select(Member).order_by(Member.email)):
        late = [one for one in member.loans if one.returned is None and one.due < today]
        if len(late) >= 2 and not member.blocked:
            member.blocked = True
            blocked.append(member.email)
    session.commit()
    return blocked
