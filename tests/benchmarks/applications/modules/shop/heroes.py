"""Heroes and teams in a database, by SQLModel."""

from typing import Optional

from sqlmodel import Field, Relationship, Session, SQLModel, select


class Team(SQLModel, table=True):
    id: Optional[int] = Field(default=None, primary_key=True)
    name: str = Field(index=True)
    heroes: list["Hero"] = Relationship(back_populates="team")


class Hero(SQLModel, table=True):
    id: Optional[int] = Field(default=None, primary_key=True)
    name: str
    age: Optional[int] = None
    team_id: Optional[int] = Field(default=None, foreign_key="team.id")
    team: Optional[Team] = Relationship(back_populates="heroes")


class HeroPatch(SQLModel):
    name: Optional[str] = Field(default=None, min_length=2)
    age: Optional[int] = Field(default=None, ge=0, le=150)


def add(session: Session, hero: Hero) -> Hero:
    if session.exec(select(Hero).where(Hero.name == hero.name)).first():
        raise ValueError("that name is taken")
    session.add(hero)
    session.commit()
    session.refresh(hero)
    return hero


def patch(session: Session, key: int, change: HeroPatch) -> Optional[Hero]:
    hero = session.get(Hero, key)
    if hero is None:
        return None
    for name, value in change.model_dump(exclude_unset=True).items():
        setattr(hero, name, value)
    session.add(hero)
    session.commit()
    session.refresh(hero)
    return hero


def oldest(session: Session, team: Optional[str] = None) -> Optional[str]:
    query = select(Hero)
    if team is not None:
        query = query.join(Team).where(Team.name == team)
    heroes = [hero for hero in session.exec(query) if hero.age is not None]
    if not heroes:
        return None
    hero = max(heroes, key=lambda one: one.age)
    if hero.age >= 100:
        return f"{hero.name} the old"
    return hero.name


def retire(session: Session, limit: int = 70) -> int:
    count = 0
    for hero in session.exec(select(Hero)).all():
        if hero.age is not None and hero.age > limit:
            session.delete(hero)
            count += 1
    if count:
        session.commit()
    return count
