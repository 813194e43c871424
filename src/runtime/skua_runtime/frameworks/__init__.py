"""What Skua knows of well-known frameworks: a file each, which counts where the subject imported it."""
