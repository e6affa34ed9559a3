"""Checks the parking sites on standard input with ParkAPI's own validators; prints what they say."""

import json
import sys

from parkapi_sources.models import RealtimeParkingSiteInput, StaticParkingSiteInput
from validataclass.exceptions import ValidationError
from validataclass.validators import DataclassValidator

STATIC = DataclassValidator(StaticParkingSiteInput)
REALTIME = DataclassValidator(RealtimeParkingSiteInput)


def faults_of(site):
    # What is an id of the source in a file is `original_uid` in an answer.
    given = {**site, 'uid': site['original_uid']}
    try:
        STATIC.validate(given)
        if site['has_realtime_data']:
            REALTIME.validate(given)
    except ValidationError as error:
        return [{'id': site['id'], 'error': error.to_dict()}]
    return []


faults = [fault for site in json.load(sys.stdin)['items'] for fault in faults_of(site)]
json.dump(faults, sys.stdout, default=str)
