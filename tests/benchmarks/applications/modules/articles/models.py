"""Articles of a magazine, and their authors."""

from datetime import timedelta

from django.core.exceptions import ValidationError
from django.db import models
from django.urls import reverse
from django.utils.text import slugify

LONGEST_TEASER = 40


class Author(models.Model):
    name = models.CharField(max_length=60)
    email = models.EmailField(blank=True)
    is_staff_writer = models.BooleanField(default=False)

    def __str__(self):
        return self.name

    @property
    def byline(self):
        if self.is_staff_writer:
            return f"{self.name}, staff writer"
        return self.name


class ArticleQuerySet(models.QuerySet):
    def published(self):
        return self.filter(status=Article.Status.PUBLISHED)

    def by(self, name):
        if not name:
            return self.none()
        return self.filter(author__name__iexact=name)


class Article(models.Model):
    class Status(models.TextChoices):
        DRAFT = "draft", "Draft"
        REVIEW = "review", "In review"
        PUBLISHED = "published", "Published"

    title = models.CharField(max_length=80)
    slug = models.SlugField(max_length=80, blank=True)
    body = models.TextField()
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.DRAFT)
    author = models.ForeignKey(Author, on_delete=models.CASCADE, related_name="articles")
    words_wanted = models.PositiveIntegerField(default=0)
    due = models.DateField(null=True, blank=True)

    objects = ArticleQuerySet.as_manager()

    def __str__(self):
        return f"{self.title} ({self.get_status_display()})"

    def save(self, *args, **kwargs):
        if not self.slug:
            self.slug = slugify(self.title)
        super().save(*args, **kwargs)

    def clean(self):
        if self.status == self.Status.PUBLISHED and not self.body:
            raise ValidationError({"body": "A published article has a body."})

    def get_absolute_url(self):
        return reverse("article", args=[self.slug])

    @property
    def word_count(self):
        return len(self.body.split())

    @property
    def is_long_enough(self):
        return self.word_count >= self.words_wanted

    def teaser(self):
        if len(self.body) <= LONGEST_TEASER:
            return self.body
        return self.body[:LONGEST_TEASER].rsplit(" ", 1)[0] + "…"

    def days_left(self, today):
        if self.due is None or self.status == self.Status.PUBLISHED:
            return None
        left = (self.due - today) // timedelta(days=1)
        return max(left, 0)

    def submit(self):
        if self.status != self.Status.DRAFT:
            raise ValueError("only drafts are submitted")
        if not self.is_long_enough:
            return False
        self.status = self.Status.REVIEW
        self.save()
        return True
