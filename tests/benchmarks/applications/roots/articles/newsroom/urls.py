"""Where the pages of a small site are."""

from django.contrib import admin
from django.urls import include, path, re_path

from articles import views

pages = [
    path("contact/", views.contact, name="contact"),
    path("thanks/", views.thanks, name="thanks"),
    path("subscribe/", views.subscribe, name="subscribe"),
]
urlpatterns = [
    path("admin/", admin.site.urls),
    path("", views.index, name="index"),
    path("articles/<slug:slug>/", views.article, name="article"),
    re_path(r"^authors/(?P<pk>[0-9]+)/$", views.AuthorView.as_view(), name="author"),
    path("desk/", views.desk, name="desk"),
    path("pages/", include(pages)),
]
