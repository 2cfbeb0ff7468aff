"""The comparison of the reference with the answers of a file."""

from execute import PROFILES, execute
from ptx import PtxError
from questions import InputError, Questions


def compare(path, profile, shown):
    """Prints the first differences of a file and a summary. Returns the number of differences."""
    questions = Questions(path)
    profile = questions.profile or profile
    if profile not in PROFILES:
        raise InputError(f'the reference does not have the profile "{profile}"')
    count = wrong = 0
    for question in questions.questions:
        try:
            d, flag = execute(question.ptx, question.registers, question.flag, profile)
        except PtxError as error:
            raise InputError(f"line {question.line}: {error}") from None
        count += 1
        answer = {"d": d, "cc_out": flag}
        differing = [name for name, value in question.expected.items() if answer[name] != value]
        if differing:
            wrong += 1
            if wrong <= shown:
                print(f"{path}: {difference(question, differing, answer)}")
    if not count:
        raise InputError("there is nothing to compare")
    subject = f"vectors of unit {questions.unit}" if questions.unit else "answers of a tool"
    print(f"{path}: {count} {subject}, profile {profile}: {wrong} differences")
    return wrong


def difference(question, differing, answer):
    expected = question.expected
    values = [f"{name} is {expected[name]:#x}, not {answer[name]:#x}" for name in differing]
    registers = [f"{name}={value:#x}" for name, value in question.registers.items()]
    inputs = " ".join([*registers, f"cc={question.flag}"])
    return f"line {question.line}: {'; '.join(values)}: {question.ptx} ({inputs})"
