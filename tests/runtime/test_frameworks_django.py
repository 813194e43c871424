"""Projects of Django are set up, their views called through its client, models and forms filled."""

import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

pytest.importorskip("django", reason="Django is not installed in this environment")

SETTINGS = """
SECRET_KEY = "of tests"
INSTALLED_APPS = ["django.contrib.auth", "django.contrib.contenttypes", "shop"]
ROOT_URLCONF = "urls"
MIDDLEWARE = []
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": "shop.sqlite3"}}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
"""
MODELS = """
from django.db import models

class OrderQuerySet(models.QuerySet):
    def paid(self): return self.filter(is_paid=True)

class Customer(models.Model):
    name = models.CharField(max_length=5)

class Order(models.Model):
    number = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=4, choices=[("new", "New"), ("sent", "Sent")])
    customer = models.ForeignKey(Customer, on_delete=models.CASCADE)
    is_paid = models.BooleanField(default=False)
    objects = OrderQuerySet.as_manager()

    def label(self): return f"{self.customer.name}-{self.number}"
"""
VIEWS = """
import json
from django.http import HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect
from django.views import View
from shop.forms import NoteForm
from shop.models import Order

def order(request, number):
    return JsonResponse({"label": get_object_or_404(Order, number=number).label()})

def search(request):
    return HttpResponse("by " + request.GET.get("order", "name"))

def note(request):
    if request.method == "POST" and NoteForm(request.POST).is_valid(): return redirect("/")
    return HttpResponse("empty")

def change(request):
    return JsonResponse({"state": json.loads(request.body)["state"]})

class OrdersView(View):
    def get(self, request): return HttpResponse(self.title())
    def title(self): return "orders"

def page_of(request): return request.GET.get("page", "1")
"""
FORMS = """
from django import forms

class NoteForm(forms.Form):
    text = forms.CharField(max_length=5)
    stars = forms.IntegerField(min_value=1, max_value=3, required=False)

    def clean_text(self):
        if self.cleaned_data["text"] == "spam": raise forms.ValidationError("no")
        return self.cleaned_data["text"]
"""
URLS = """
from django.urls import include, path, re_path
from shop import views

urlpatterns = [
    path("orders/<int:number>/", views.order),
    path("find/", include([path("any", views.search)])),
    re_path(r"^notes/(?:new/)?$", views.note),
    path("change", views.change),
    path("", views.OrdersView.as_view()),
]
"""
# Django is set up once in a process: each test has its own.
PREAMBLE = """
import sys
sys.path[:0] = {paths}
import support
support.native()
from pathlib import Path
from project import Project

project = Project(Path.cwd())

def load(module, database=True):
    return project.subject(module, django={{"settings": "settings", "database": database}})

def named(subject, name):
    return [one for one in subject["callables"] if one["qualified_name"] == name]

def texts(subject, index):
    described = subject["types"][index]
    found = [value.get("t") for value in described.get("literals", [])]
    return found + [one for each in described.get("arguments", []) for one in texts(subject, each)]

def entered(subject, one):
    return subject["code_objects"][one["code_object"]]["qualified_name"]
"""
HERE = Path(__file__).resolve().parent


@pytest.fixture
def run(tmp_path):
    for name, text in {
        "settings": SETTINGS,
        "urls": URLS,
        "shop/__init__": "",
        "shop/models": MODELS,
        "shop/views": VIEWS,
        "shop/forms": FORMS,
    }.items():
        file = tmp_path / f"{name}.py"
        file.parent.mkdir(exist_ok=True)
        file.write_text(text)

    def in_project(text):
        paths = [str(HERE), str(HERE.parents[1] / "src" / "runtime")]
        program = PREAMBLE.format(paths=paths) + textwrap.dedent(text)
        environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
        environment.pop("DJANGO_SETTINGS_MODULE", None)
        done = subprocess.run(
            [sys.executable, "-c", program],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr

    return in_project


def test_models_are_loaded_where_settings_are_known(run):
    run("""
        subject = load("shop.models")
        assert named(subject, "Order.label")
        answer, _ = Project(Path.cwd()).load("settings")
        assert answer["code"] == "SKUA-N105"
        """)


def test_settings_that_fail_are_told(run):
    run("""
        Path("settings.py").write_text("INSTALLED_APPS = ['nowhere']\\nSECRET_KEY = 'a'\\n")
        django = {"settings": "settings", "database": True}
        answer, _ = project.load("shop.models", django=django)
        assert answer["code"] == "SKUA-N104" and "nowhere" in answer["detail"], answer
        """)


def test_views_are_called_by_the_paths_of_their_patterns(run):
    run("""
        subject = load("shop.views")
        calls = [one for one in subject["callables"] if one["name"] in ("get", "post", "delete")]
        calls = [one for one in calls if "code_object" in one]
        found = {
            (entered(subject, one), one["name"]): texts(subject, one["parameters"][0]["type"])
            for one in calls
        }
        assert found["order", "get"] == ["/orders/1/", "/orders/2/", "/orders/0/", "/orders/7/"]
        assert found["search", "get"] == ["/find/any"]
        assert found["note", "post"] == ["/notes/"]
        assert found["OrdersView.get", "get"] == ["/"]
        assert ("search", "post") not in found
        """)


def test_views_are_not_called_outside_of_a_request(run):
    run("""
        subject = load("shop.views")
        names = {one["qualified_name"] for one in subject["callables"] if one["in_subject"]}
        assert "page_of" in names
        assert not {"order", "search", "note", "change", "OrdersView.get", "OrdersView"} & names
        """)


def test_requests_have_what_views_read(run):
    run("""
        subject = load("shop.views")
        by_view = {}
        for one in subject["callables"]:
            if one["name"] in ("get", "post") and "code_object" in one:
                by_view[entered(subject, one), one["name"]] = one["parameters"][1:]
        [query] = by_view["search", "get"]
        assert subject["types"][query["type"]]["names"] == ["order"]
        [form] = by_view["note", "post"]
        filled = subject["types"][subject["types"][form["type"]]["arguments"][0]]
        assert set(filled["names"]) == {"text", "stars"}
        body, content_type = by_view["change", "post"]
        assert texts(subject, content_type["type"]) == ["application/json"]
        assert "{" in texts(subject, body["type"])
        """)


def test_functions_that_take_a_request_get_one_of_a_factory(run):
    run("""
        subject = load("shop.views")
        [function] = named(subject, "page_of")
        kind = subject["types"][function["parameters"][0]["type"]]
        assert subject["classes"][kind["class"]]["name"] == "WSGIRequest"
        assert named(subject, "RequestFactory.get")
        """)


def test_models_are_made_with_their_fields_and_as_rows(run):
    run("""
        subject = load("shop.models")
        [plain] = named(subject, "Order")
        [row] = named(subject, "Order.objects.create")
        for one in (plain, row):
            parameters = {each["name"]: each for each in one["parameters"]}
            assert list(parameters) == ["number", "state", "customer", "is_paid"]
            assert texts(subject, parameters["state"]["type"]) == ["new", "sent"]
            assert parameters["is_paid"]["has_default"]
        [name] = named(subject, "Customer")[0]["parameters"]
        assert "aaaaa" in texts(subject, name["type"])
        assert named(subject, "Order.objects.all")
        """)


def test_without_a_database_there_are_no_rows(run):
    run("""
        subject = load("shop.models", database=False)
        assert named(subject, "Order") and not named(subject, "Order.objects.create")
        """)


def test_forms_are_checked_by_is_valid(run):
    run("""
        subject = load("shop.forms")
        [check] = named(subject, "NoteForm.is_valid")
        assert entered(subject, check) == "NoteForm.clean_text"
        assert not named(subject, "NoteForm.clean_text")
        [data] = named(subject, "NoteForm")[0]["parameters"]
        found = texts(subject, data["type"])
        assert {"spam", "aaaaa", "aaaaaa", "1", "0", "3", "4"} <= set(found)
        """)


def test_answers_and_forms_are_seen_by_what_they_say(run):
    run("""
        load("shop.views")
        import json
        from django.test import Client
        from skua_runtime.frameworks import known
        from skua_runtime.world.values import to_value

        known.show_results()
        shown = json.loads(json.dumps(to_value(Client().get("/find/any", {"order": "a"}))))
        assert [name for name, _ in shown["f"]] == ["status_code", "content"]
        shown = to_value(Client().post("/notes/", {"text": "a"}))
        assert dict(shown["f"])["url"]["t"] == "/"
        from shop.forms import NoteForm
        form = NoteForm({"text": "spam"})
        assert to_value(form)["k"] == "opaque"
        form.is_valid()
        assert [name for name, _ in to_value(form)["f"]] == ["errors"]
        """)


def test_what_a_test_does_in_the_database_is_undone(run):
    run("""
        import os
        import skua_native
        behind = []
        skua_native.after_test = behind.append
        load("shop.models")
        from django.db import transaction
        from shop.models import Customer
        from skua_runtime.frameworks import django_project

        assert not django_project.database_is_used()
        if os.fork() == 0:  # as tests are run
            for _ in range(2):
                django_project.forget_use()
                with transaction.atomic():  # which connects within a transaction of its own
                    made = Customer.objects.create(name="a")
                assert made.pk == 1 and django_project.database_is_used()
                behind.pop()()
            os._exit(0)
        assert os.waitpid(-1, 0)[1] == 0
        """)


def test_a_database_that_cannot_be_used_is_reached_out_for(run):
    run("""
        import os, sys
        load("shop.models", database=False)
        from shop.models import Customer
        events = []
        sys.addaudithook(lambda event, arguments: events.append(event))
        if os.fork() == 0:
            try:
                Customer.objects.count()
            except RuntimeError:
                os._exit("socket.connect" not in events)
            os._exit(2)
        assert os.waitpid(-1, 0)[1] == 0
        """)
