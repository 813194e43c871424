"""Reports in a bucket of S3, by boto3."""

import json
from typing import Any, Optional

import boto3
from botocore.exceptions import ClientError

BUCKET = "reports"


class Reports:
    def __init__(self, client: Any = None):
        self.client = client or boto3.client("s3")

    def read(self, name: str) -> Optional[dict]:
        try:
            answer = self.client.get_object(Bucket=BUCKET, Key=f"{name}.json")
        except ClientError as error:
            code = error.response["Error"]["Code"]
            if code == "NoSuchKey":
                return None
            if code == "AccessDenied":
                raise PermissionError(name) from error
            raise
        data = json.loads(answer["Body"].read())
        if not isinstance(data, dict):
            raise ValueError("a report is an object")
        return data

    def names(self, prefix: str = "") -> list[str]:
        found: list[str] = []
        options = {"Bucket": BUCKET, "Prefix": prefix}
        while True:
            answer = self.client.list_objects_v2(**options)
            for one in answer.get("Contents", []):
                if one["Key"].endswith(".json") and one["Size"] > 0:
                    found.append(one["Key"][: -len(".json")])
            if not answer.get("IsTruncated"):
                return found
            options["ContinuationToken"] = answer["NextContinuationToken"]

    def write(self, name: str, data: dict, public: bool = False) -> str:
        if not name.isidentifier():
            raise ValueError(f"no name for a report: {name}")
        options = {"ACL": "public-read"} if public else {}
        self.client.put_object(
            Bucket=BUCKET, Key=f"{name}.json", Body=json.dumps(data).encode(), **options
        )
        return f"s3://{BUCKET}/{name}.json"
