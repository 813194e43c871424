def test_size():
    pass
