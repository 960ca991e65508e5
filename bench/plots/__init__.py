"""A new figure is a function with @style.figure in the file of what it is drawn from, or in a file
that is imported here."""
from . import study, bench, solution, stages, style
from .reading import InputError, read


def catalogue():
    """What is drawn from which kind of file, for the help."""
    return "\n".join(f"{kind:8} {text}" for kind, text, _ in style.FIGURES)


def draw(file, folder, formats):
    """Draws whatever the file has and yields the names of the files written. Throws InputError."""
    kind, data = read(file)
    pictures = [one for of, _, function in style.FIGURES if of == kind for one in function(data)]
    if not pictures:
        raise InputError(f"{file}: there is nothing in it to draw")
    for name, picture in pictures:
        yield from style.save(picture, folder, f"{file.stem}-{name}", formats)
