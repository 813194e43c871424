import module_that_is_not_there


def function() -> None:
    pass
