import type { BlindWordings } from "../wordings.js";

export const german: BlindWordings = {
  facts: [
    ["unser Hausarzt ist übrigens der Dr. Wieland, der in der Gartenstraße", "Wieland"],
    ["Die Biotonne muss immer Mittwochabend raus", "Mittwochabend"],
    ["suche Wanderschuhe für Irland, nix Knallbuntes. hab Schuhgröße 44,5", "44,5"],
    ["Meine Tochter Jule verträgt keine Haselnüsse.", "Haselnüsse"],
    ["Ersatzschlüssel liegt bei der Frau Petersen im zweiten Stock", "Petersen"],
    ["Ich bin Schichtleiter in einer Druckerei, mittlerweile seit elf Jahren", "Druckerei"],
  ],
  preferences: [
    "Rosenkohl kannste behalten, den krieg ich nicht runter",
    "Im Hotel nehme ich am liebsten ein Zimmer nach hinten raus, Hauptsache ruhig.",
    "krimis sind nicht so meins, lieber was historisches",
  ],
  wishes: [
    "Duz mich ruhig, das Gesieze nervt",
    "bitte antworte mir künftig ohne diese ganzen Aufzählungspunkte",
    "Wenn ich nach Rezepten frage, rechne immer für vier Personen.",
  ],
  changes: [
    [
      "Die Fahrstunde kostet 62 Euro.",
      "Fahrschule hat erhöht, die Stunde kostet jetzt 68 Euro. Wucher",
      "68 Euro",
      "62 Euro",
    ],
    [
      "Mein Chef heißt Bergmann.",
      "so, Kuchen gabs, Reden gabs, der Bergmann ist in Rente und meine neue Chefin ist Frau Aydin, mal sehen",
      "Aydin",
      "Chef heißt Bergmann",
    ],
    [
      "Training ist dienstags um 19 Uhr",
      "Halle ist gesperrt, Training haben wir ab sofort donnerstags",
      "donnerstags",
      "dienstags",
    ],
    [
      "Wir wohnen in Fulda.",
      "So, Umzug überlebt, gemeldet sind wir auch schon: wir wohnen jetzt in Marburg",
      "Marburg",
      "Fulda",
    ],
    [
      "Ich fahr einen Passat",
      "den Passat hat jetzt mein Schwager, bei mir steht seit gestern ein Skoda vor der Tür",
      "Skoda",
      "fahr einen Passat",
    ],
    [
      "Die Hochzeit von Miri und Jonas ist am 13. Juni.",
      "Miri hat geschrieben, sie verschieben die Hochzeit auf den 11. Juli",
      "11. Juli",
      "13. Juni",
    ],
    [
      "Lotte ist in der Igelgruppe",
      "seit montag ist Lotte bei den Großen, in der Fuchsgruppe, ganz stolz",
      "Fuchsgruppe",
      "Igelgruppe",
    ],
    ["Mein PIN fürs Tablet ist 8308", "Tablet-PIN geändert, ist jetzt 1977", "1977", "8308"],
    [
      "Opa nimmt morgens 5 mg Bisoprolol.",
      "Der Kardiologe hat das Bisoprolol vom Opa reduziert, er nimmt nur noch 2,5 mg.",
      "2,5 mg",
      "morgens 5 mg",
    ],
    [
      "Krankenversichert bin ich bei der Nordlicht",
      "hab die Kasse gewechselt, bin ab jetzt bei der Vitalia versichert",
      "Vitalia",
      "Nordlicht",
    ],
  ],
  corrections: [
    ["Der Zug geht um 9:42", "nee 9:24, Zahlendreher", "9:24", "9:42"],
    ["Sabine hat am 3. Mai Geburtstag", "quatsch, am 5. Mai, am dritten hat ihr Mann", "5. Mai", "3. Mai"],
    ["Wir brauchen 12 Stühle", "*14", "14", "12"],
    ["Der Elektriker heißt Hofer.", "Hofner heißt er, mit n, sorry", "Hofner", "Hofer"],
    ["Ich hab der Werkstatt 340 Euro überwiesen.", "Stimmt gar nicht, grad nachgeguckt: 430 waren es.", "430", "340"],
    ["Das Büro ist im dritten Stock", "Vertan, vierter Stock.", "vierter", "dritten"],
  ],
  temporary: [
    ["bin noch bis Sonntag auf Fehmarn, also bitte nix mit Terminen daheim", "Fehmarn"],
    ["Die Katze von nebenan wohnt für zwei Wochen bei uns", "Katze"],
    ["Diese Woche hab ich Spätschicht", "Spätschicht"],
    ["Ich darf bis zum 20. März nicht Auto fahren wegen der Augen-OP.", "Auto"],
  ],
  ended: [
    ["Ich bin Elternsprecherin in der 3b.", "Das mit der Elternsprecherin hab ich gestern abgegeben, puh"],
    ["Wir haben einen Kleingarten gepachtet.", "der Kleingarten ist gekündigt und übergeben, ich heul gleich"],
    ["ich nehme gerade Eisentabletten", "Eisenwert passt wieder, Tabletten hab ich abgesetzt"],
  ],
  besides: [
    ["Ich spiele Posaune im Musikverein.", "jetzt lern ich auch noch Akkordeon, frag nicht", "Posaune", "Akkordeon"],
    ["Mein Bruder wohnt in Leipzig.", "meine Cousine ist nach Erfurt gezogen", "Leipzig", "Erfurt"],
    [
      "Wir haben ein Konto bei der Taunusbank",
      "Fürs Haus haben wir noch ein zweites Konto aufgemacht, bei der Havelkasse",
      "Taunusbank",
      "Havelkasse",
    ],
    ["Nele hat montags Ballett", "Nele geht jetzt außerdem freitags turnen", "Ballett", "turnen"],
  ],
  nothing: [
    "boah ist das warm heute",
    "wie schreibt man nochmal rhythmus",
    "Mach den Ton bitte etwas freundlicher.",
    "Kollege meint, der Döner kostet woanders schon 9 Euro",
    "hihi ok danke",
    "Fährt die S-Bahn an Karfreitag nach Sonntagsplan?",
  ],
};
