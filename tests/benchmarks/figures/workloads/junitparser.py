import junitparser as j

s = j.TestSuite("s")
c = j.TestCase("c", "k", 1.5)
c.result = [j.Failure("m")]
s.add_testcase(c)
s.add_property("a", "b")
x = j.JUnitXml()
x.add_testsuite(s)
print(x.tostring())
print([c.name for s in j.JUnitXml.fromstring(x.tostring()) for c in s], (x + x).tests)
