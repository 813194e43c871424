"""What a magazine shows its readers and its authors."""

import json

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse, HttpResponseNotAllowed, JsonResponse
from django.shortcuts import get_object_or_404, redirect
from django.views import View
from django.views.decorators.http import require_POST

from articles.forms import ContactForm
from articles.models import Article, Author

MOST_SHOWN = 50


def index(request):
    query = request.GET.get("q", "").strip()
    try:
        limit = int(request.GET.get("limit", MOST_SHOWN))
    except ValueError:
        return JsonResponse({"error": "limit is a number"}, status=400)
    if limit < 1:
        return JsonResponse({"error": "limit is too small"}, status=400)
    found = Article.objects.published().order_by("title")
    if query:
        found = found.filter(title__icontains=query)
    titles = [article.title for article in found[: min(limit, MOST_SHOWN)]]
    return JsonResponse({"articles": titles, "count": len(titles)})


def article(request, slug):
    one = get_object_or_404(Article, slug=slug)
    if one.status != Article.Status.PUBLISHED and not request.user.is_authenticated:
        raise Http404("not published")
    if request.headers.get("Accept") == "text/plain":
        return HttpResponse(one.body, content_type="text/plain")
    return JsonResponse({"title": one.title, "teaser": one.teaser(), "by": one.author.byline})


def contact(request):
    if request.method == "POST":
        form = ContactForm(request.POST)
        if form.is_valid():
            response = redirect("thanks")
            response.set_cookie("topic", form.cleaned_data["topic"])
            return response
        return JsonResponse({"errors": form.errors}, status=422)
    if request.method != "GET":
        return HttpResponseNotAllowed(["GET", "POST"])
    return HttpResponse("Write to us.")


def thanks(request):
    topic = request.COOKIES.get("topic")
    if topic == "order":
        return HttpResponse("Your copies are on their way.")
    return HttpResponse("Thank you for writing.")


@login_required
def desk(request):
    drafts = Article.objects.filter(status=Article.Status.DRAFT).count()
    if drafts == 0:
        return HttpResponse("Nothing to do.")
    return HttpResponse(f"{drafts} to read, {request.user.get_username()}.")


@require_POST
def subscribe(request):
    try:
        data = json.loads(request.body)
    except ValueError:
        return JsonResponse({"error": "no JSON"}, status=400)
    if not isinstance(data, dict) or "email" not in data:
        return JsonResponse({"error": "no email"}, status=400)
    issues = data.get("issues", 1)
    if issues == "all":
        request.session["subscribed"] = True
    return JsonResponse({"email": data["email"], "issues": issues}, status=201)


class AuthorView(View):
    def get(self, request, pk):
        author = get_object_or_404(Author, pk=pk)
        titles = [one.title for one in author.articles.published()]
        if self.request.GET.get("with") == "email" and author.email:
            return JsonResponse({"name": author.name, "email": author.email, "articles": titles})
        return JsonResponse({"name": author.name, "articles": titles})

    def delete(self, request, pk):
        author = get_object_or_404(Author, pk=pk)
        if author.articles.exists():
            return JsonResponse({"error": "has articles"}, status=409)
        author.delete()
        return HttpResponse(status=204)


def page_of(request, size=10):
    """The page of a list for which a request asks, and how many items are before it."""
    try:
        page = int(request.GET.get("page", 1))
    except ValueError:
        page = 1
    page = max(page, 1)
    return page, (page - 1) * size
