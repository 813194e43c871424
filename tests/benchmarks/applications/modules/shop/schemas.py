"""Schemas with marshmallow."""

from marshmallow import Schema, ValidationError, fields, post_load, validate, validates_schema


class AddressSchema(Schema):
    street = fields.Str(required=True, validate=validate.Length(min=1))
    postcode = fields.Str(required=True, validate=validate.Regexp(r"^\d{5}$"))
    country = fields.Str(load_default="DE", validate=validate.OneOf(["DE", "AT", "CH"]))


class CustomerSchema(Schema):
    name = fields.Str(required=True)
    age = fields.Int(validate=validate.Range(min=18, max=120))
    address = fields.Nested(AddressSchema)
    newsletter = fields.Bool(load_default=False)

    @validates_schema
    def check(self, data, **options):
        if data.get("newsletter") and "address" not in data:
            raise ValidationError("address", "address")

    @post_load
    def tidy(self, data, **options):
        data["name"] = data["name"].strip().title()
        return data


def register(data: dict) -> dict:
    try:
        customer = CustomerSchema().load(data)
    except ValidationError as error:
        return {"errors": sorted(error.messages)}
    if customer.get("age", 0) >= 65:
        return {"customer": customer, "discount": 10}
    return {"customer": customer}
