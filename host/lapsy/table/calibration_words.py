"""Why a calibration failed, and what to do, in Finnish and English."""

from __future__ import annotations

from lapsy.games.options import Text

FAILED: dict[str, Text] = {
    # of what was seen
    "early": Text(
        "Valo tuli ennen lähettämistään ({n}/{of} vaihtoa), mikä ei ole mahdollista: katso, ettei valodiodiin osu muuta"
        " valoa kuin ruudun, ja ettei näyttö ole vaihtoja hitaampi.",
        "In {n} of {of} flashes the light came before it was sent out, which cannot be: see that nothing but the square"
        " shines on the photodiode, and that the display is not slower than the flashes.",
    ),
    "unseen": Text(
        "Valodiodi näki liian harvan vaihdon ({n}/{of}): aseta se tasaisesti ruudun päälle, säädä kirkkaus 100 prosenttiin"
        " ja käännä kynnystä, kunnes diodin lamppu seuraa ruutua.",
        "The photodiode saw only {n} of {of} flashes: lay it flat on the square, set the brightness to 100 % and turn its"
        " threshold until its lamp follows the square.",
    ),
    "strange": Text(
        "Valodiodi näki {n} valon muutosta, jotka eivät olleet ruudun: suojaa se muulta valolta ja säädä kirkkaus 100"
        " prosenttiin (himmeämpinä monet näytöt välkkyvät).",
        "The photodiode saw {n} changes of light that were no flash: shade it from other light, and set the brightness to"
        " 100 % (below, many displays flicker).",
    ),
    "scattered": Text(
        "Viiveet ovat {ms} ms:n levyisellä alueella, liian hajallaan: sulje muut ohjelmat ja sivut ja yritä uudestaan.",
        "The flashes came {ms} ms apart from each other, which is too scattered to tell a lag: close other programs and"
        " other pages, and try again.",
    ),
    "late": Text(
        "Valo tuli jopa {ms} ms myöhässä, mikä on peliin liikaa: valitse näytön pelitila.",
        "The light came up to {ms} ms late, which is too late for any game: choose the display's game mode.",
    ),
    # of what was tapped
    "few_taps": Text(
        "Naputuksia tuli liian harvaan tahtiin ({n}/{of}): naputa joka tahtiin, heti ensimmäisistä alkaen.",
        "Only {n} of {of} beats were tapped: tap once a beat, from the first ones on.",
    ),
    "taps_scattered": Text(
        "Naputukset ovat {ms} ms:n levyisellä alueella, liian hajallaan: naputa kerran tahtiin, juuri kun ruutu vaihtuu.",
        "The taps lie {ms} ms apart from each other, which is too scattered to tell a lag: tap once a beat, just when the"
        " square turns.",
    ),
    "taps_ahead": Text(
        "Naputukset tulevat {ms} ms ennen ruutua, aiemmin kuin kukaan ennakoi: naputa ruudun tahdissa, ei sen vaihtojen"
        " väliin.",
        "The taps come {ms} ms ahead of the square, further than anybody taps ahead: tap to the square, not between its"
        " turns.",
    ),
    # of the board
    "blind": Text(
        "Valodiodi ei nähnyt yhtään {n} vaihdosta: aseta se tasaisesti ruudun päälle ja katso, että sivu on esillä ja"
        " vertailijan kynnys säädetty.",
        "The photodiode saw none of {n} flashes: lay it flat on the square, and see that the page is in front and the"
        " comparator's threshold is set.",
    ),
    "gone": Text(
        "Lauta on poissa: kytke se ja aloita alusta.",
        "The board has gone ({why}): plug it in and begin again.",
    ),
    "mute": Text(
        "Lauta ei enää kerro, mitä se näki: irrota se, kytke se ja aloita alusta.",
        "The board does not tell any more what it saw: unplug it, plug it in, and begin again.",
    ),
    "silent": Text(
        "Lauta ei vastaa: katso, että siinä on läpsylaudan ohjelma, irrota se ja kytke se uudestaan.",
        "No board answers: see that it runs the slap board's firmware, unplug it and plug it in again.",
    ),
    "protocol": Text(
        "Laudan ohjelma on eri versiota kuin tämä: päivitä se komennolla lapsy boards flash.",
        "The board's firmware is of another version than this: update it with lapsy boards flash.",
    ),
    "restarted": Text(
        "Lauta käynnistyi uudestaan: katso, että sen johto on kunnolla kiinni, ja aloita alusta.",
        "The board has restarted: see that its cable sits firmly, and begin again.",
    ),
    "no_photo": Text(
        "Tällä laudalla ei ole tuloa valodiodille: lisää se laudan asetuksiin, tai naputa mukana: --tap.",
        "This board has no input for a photodiode: give it one in its settings, or tap along with --tap.",
    ),
    "no_slap": Text(
        "Tällä laudalla ei ole läpsylätkää, jota naputtaa: nimeä toinen valitsimella --port, tai jätä --port pois.",
        "This board has no slap pad to tap on: name another with --port, or leave --port out.",
    ),
}


def failed(language: str, key: str, **fields: int | str) -> str:
    """The sentence."""
    return FAILED[key].in_language(language).format(**fields)
