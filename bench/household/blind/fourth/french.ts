import type { BlindWordings } from "../wordings.js";

export const french: BlindWordings = {
  facts: [
    ["notre digicode c'est 58B21 pour info", "58B21"],
    ["on cherche un jeu de société pour dimanche, sachant que mon fils Gabin est daltonien", "daltonien"],
    ["je suis aide-soignante de nuit à l'Ehpad des Tilleuls", "aide-soignante"],
    ["Le chat s'appelle Pistache, il a 13 ans le pauvre vieux", "Pistache"],
    ["Notre véto est fermé le mercredi après-midi.", "mercredi"],
    ["au fait j'ai un pacemaker, donc pas de portique pour moi à l'aéroport", "pacemaker"],
  ],
  preferences: [
    "franchement les films en VF j'peux plus, c'est VO ou rien",
    "Je préfère largement la montagne à la plage.",
    "moi le café c'est sans sucre, et serré",
  ],
  wishes: [
    "arrête de me vouvoyer, on se connaît maintenant",
    "Quand tu me donnes une recette, mets les quantités en cuillères, je n'ai pas de balance.",
    "à partir de maintenant réponds plus court stp",
  ],
  changes: [
    [
      "La nounou s'appelle Solange.",
      "Solange part à la retraite, maintenant la nounou c'est Fatou",
      "Fatou",
      "nounou s'appelle Solange",
    ],
    ["J'ai judo le mardi soir", "le judo passe au jeudi, la salle était prise", "jeudi", "mardi"],
    [
      "Mon loyer est de 690 euros.",
      "petite lettre sympa de l'agence : loyer à 715 euros à compter d'avril...",
      "715",
      "690",
    ],
    [
      "On habite à Angers.",
      "ça y est on habite à Rezé ! cartons partout, zéro rideau, le chat boude, et tu sais où on jette les vieux matelas ?",
      "Rezé",
      "Angers",
    ],
    [
      "Je roule en Clio",
      "j'ai revendu la Clio, du coup je roule en vélo électrique et j'adore",
      "vélo",
      "roule en Clio",
    ],
    ["Le baptême est le 17 mai.", "Le curé n'est plus dispo, baptême décalé au 7 juin.", "7 juin", "17 mai"],
    [
      "Inès fait du violon",
      "Inès a lâché le violon, elle fait de la batterie. bonjour les voisins",
      "batterie",
      "fait du violon",
    ],
    [
      "Mon forfait est chez Lumitel",
      "J'en avais marre, j'ai changé d'opérateur, je suis chez Orphée Mobile.",
      "Orphée",
      "Lumitel",
    ],
    [
      "Je travaille à la mairie de Trélazé",
      "Nouveau poste depuis lundi : je travaille au conservatoire !",
      "conservatoire",
      "mairie",
    ],
    [
      "mon rdv chez l'ophtalmo est le 2 avril",
      "le cabinet a appelé, le rdv ophtalmo est repoussé au 23 avril",
      "23 avril",
      "le 2 avril",
    ],
  ],
  corrections: [
    ["Le train de papa arrive à 18h12", "18h21 pardon", "18h21", "18h12"],
    ["Ma filleule s'appelle Maëlle", "Maëlys ! je confonds toujours avec sa cousine", "Maëlys", "Maëlle"],
    ["On sera 17 samedi", "ah non, 18, j'avais oublié tonton", "18", "17"],
    ["la réunion est en salle B204", "oups, salle D204", "D204", "B204"],
    [
      "J'ai pris des places au balcon.",
      "Je viens de vérifier les billets : c'est à l'orchestre.",
      "orchestre",
      "balcon",
    ],
    [
      "Mon ordonnance est valable jusqu'en juin",
      "en relisant bien, elle est valable jusqu'en septembre",
      "septembre",
      "juin",
    ],
  ],
  temporary: [
    ["je garde le chien de ma sœur jusqu'à dimanche", "chien"],
    ["Pas d'eau chaude chez nous cette semaine, chaudière HS", "eau chaude"],
    ["J'ai le bras dans le plâtre encore quinze jours.", "plâtre"],
    ["je suis en déplacement à Lille jusqu'au 12 mars", "Lille"],
  ],
  ended: [
    ["Je donne des cours de soutien le samedi.", "les cours de soutien c'est terminé pour moi, trop crevée"],
    ["On loue un box rue des Forges.", "on a rendu le box hier, enfin"],
    ["je suis en arrêt maladie", "fini l'arrêt, j'ai repris le boulot lundi, ouf"],
  ],
  besides: [
    ["J'ai un fils, Noé.", "ma belle-fille Clara vient vivre avec nous à la rentrée", "Noé", "Clara"],
    ["Je fais de la chorale le lundi", "je me suis mise à la couture en plus, le jeudi", "chorale", "couture"],
    ["Mon père habite à Brest.", "mon oncle s'est installé à Vannes", "Brest", "Vannes"],
    ["On est abonnés au théâtre de la Criée", "On a pris aussi l'abonnement à la médiathèque", "Criée", "médiathèque"],
  ],
  nothing: [
    "pfff quelle journée",
    "c'est quoi déjà le pluriel de festival",
    "Tu peux raccourcir le deuxième paragraphe ?",
    "une dame à la boulangerie a gagné 5000 balles au loto, la chance",
    "mdr",
    "Les magasins sont ouverts le 8 mai ?",
  ],
};
