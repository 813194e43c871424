from dateutil import parser, rrule, relativedelta, easter
import datetime

for s in ("2020-01-02T03:04:05Z", "Jan 3 2001 5pm", "3rd of May 2001", "20010203", "10:36:28.5"):
    print(parser.parse(s, default=datetime.datetime(2000, 1, 1)))
print(
    list(
        rrule.rrule(
            rrule.MONTHLY, count=4, byweekday=rrule.FR(1), dtstart=datetime.datetime(2000, 1, 1)
        )
    ),
    relativedelta.relativedelta(months=+1) + datetime.date(2000, 1, 31),
    easter.easter(2024),
)
print(rrule.rrulestr("RRULE:FREQ=DAILY;COUNT=3", dtstart=datetime.datetime(2000, 1, 1))[1])
