"""Forms with which readers and authors write to a magazine."""

from django import forms

from articles.models import Article

BANNED = ("casino", "lottery")


class ContactForm(forms.Form):
    TOPICS = [("letter", "Letter to the editor"), ("order", "Order"), ("other", "Other")]

    name = forms.CharField(max_length=40)
    email = forms.EmailField(required=False)
    topic = forms.ChoiceField(choices=TOPICS)
    message = forms.CharField(min_length=5, max_length=500)
    copies = forms.IntegerField(min_value=1, max_value=20, required=False)

    def clean_message(self):
        message = self.cleaned_data["message"].strip()
        if any(word in message.lower() for word in BANNED):
            raise forms.ValidationError("This looks like advertising.")
        return message

    def clean(self):
        cleaned = super().clean()
        if cleaned.get("topic") == "order" and not cleaned.get("copies"):
            self.add_error("copies", "How many copies?")
        if cleaned.get("topic") == "letter" and not cleaned.get("email"):
            raise forms.ValidationError("We answer letters by email.")
        return cleaned

    def subject_line(self):
        topic = self.cleaned_data["topic"]
        if topic == "order":
            return f"Order of {self.cleaned_data['copies']}"
        return f"{topic.title()} of {self.cleaned_data['name']}"


class ArticleForm(forms.ModelForm):
    class Meta:
        model = Article
        fields = ["title", "body", "status"]

    def clean_title(self):
        title = self.cleaned_data["title"]
        if title.isupper():
            return title.capitalize()
        return title
