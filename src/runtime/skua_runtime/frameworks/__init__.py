"""Knowledge of well-known frameworks: a file for each, used if the subject imports it."""
