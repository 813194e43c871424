from packaging import version, specifiers, requirements, markers, tags, utils

print(sorted(map(version.Version, ["1.0", "1.0rc1", "2!1", "1.0.post1+x"])))
for v in "1.0", "3.2":
    print(v in specifiers.SpecifierSet(">=1,!=1.5,~=1.0"))
print(requirements.Requirement('a[b,c]>=1; python_version<"3" and os_name=="x"'))
print(
    markers.Marker('python_version>"3"').evaluate(),
    len(list(tags.sys_tags())),
    utils.canonicalize_name("A_b.c"),
)
