import type { BlindWordings } from "../wordings.js";

export const french: BlindWordings = {
  facts: [
    ["Le jardin partagé, c'est la parcelle 31, à côté de la cuve.", "parcelle 31"],
    ["Hugo prend deux bouffées du bleu matin et soir.", "deux bouffées"],
    ["On est à la Banque Delorme depuis toujours.", "Delorme"],
    ["mon casier à la piscine a le code 4471", "4471"],
    ["La roue de secours est sous le plancher du coffre.", "coffre"],
  ],
  preferences: ["Plutôt dix heures de train qu'une heure d'avion.", "Le café noir, sinon rien."],
  wishes: [
    "Quand tu rédiges un courrier pour moi, signe docteure Okoye.",
    "Les distances, donne-les-moi toujours en minutes à pied.",
  ],
  changes: [
    [
      "Le test d'audition de papi est le 3 juin.",
      "La clinique a appelé, le test de papi glisse au 19 juin.",
      "19 juin",
      "3 juin",
    ],
    ["Je roule en Corsa.", "Récupéré la Yaris hier, la Corsa c'est de l'histoire ancienne.", "Yaris", "Corsa"],
    [
      "Notre femme de ménage s'appelle Marta.",
      "Marta est rentrée à Gdansk, c'est Lorraine qui fait le ménage chez nous.",
      "Lorraine",
      "Marta",
    ],
    [
      "On habite rue des Tanneurs.",
      "Des cartons partout mais ça y est : 8 allée de la Cloche, c'est chez nous.",
      "Cloche",
      "Tanneurs",
    ],
    [
      "Je suis comptable chez Vasseur.",
      "Demain premier jour chez Quentin, Vasseur est derrière moi.",
      "Quentin",
      "comptable chez Vasseur",
    ],
    [
      "La salle de sport coûte 28 euros par mois.",
      "La salle de sport demande 34 euros à partir d'avril, quel culot.",
      "34 euros",
      "28 euros",
    ],
    [
      "Élise joue de la flûte.",
      "Élise en avait assez de la flûte, elle se met à la trompette.",
      "trompette",
      "joue de la flûte",
    ],
    [
      "Les poubelles sortent le jeudi soir.",
      "Courrier de la mairie : les poubelles, ce sera le lundi soir.",
      "lundi",
      "jeudi",
    ],
    ["Internet, c'est chez Fernet.", "Fernet était nul, notre box vient de chez Alouette.", "Alouette", "chez Fernet"],
    [
      "Mon kiné s'appelle Antoine.",
      "Je viens d'apprendre que Brigitte sera ma kiné pour la suite.",
      "Brigitte",
      "Antoine",
    ],
  ],
  corrections: [
    ["Le plombier vient à dix heures.", "Onze, je dis n'importe quoi.", "Onze", "dix"],
    [
      "La maîtresse de Léo est madame Dumont.",
      "Dumont c'est la directrice, ma tête aujourd'hui. Léo a madame Tessier.",
      "Tessier",
      "maîtresse de Léo est madame Dumont",
    ],
    ["Mon passeport expire en août 2029.", "Je viens de sortir le passeport : il expire en mai 2028.", "2028", "2029"],
    ["Le chat prend 5 mg de son comprimé.", "Ça c'est la dose du chien. Pour le chat, 2,5 mg.", "2,5 mg", "prend 5 mg"],
    ["Tante Jo habite au numéro 12.", "Chiffres inversés, numéro 21.", "21", "12"],
  ],
  temporary: [
    ["Je suis en béquilles pour les trois prochaines semaines.", "béquilles"],
    ["Papa nourrit les lapins pendant notre absence, jusqu'au 15.", "lapins"],
    ["La cuisine est inutilisable jusqu'à samedi prochain, travaux.", "cuisine"],
    ["Jusqu'à mardi, on me joint sur le portable de Simon.", "Simon"],
  ],
  ended: [
    ["Je suis au conseil de quartier.", "Je suis sortie du conseil de quartier après le vote."],
    ["On loue un box rue des Teinturiers.", "Les clés du box sont rendues, affaire classée."],
  ],
  besides: [
    ["On a un chien qui s'appelle Brume.", "On a un deuxième chien maintenant, Juno.", "Brume", "Juno"],
    ["Je travaille comme infirmière.", "Je ne fais plus de nuits.", "infirmière", "infirmière"],
    ["Mon frère habite à Cork.", "Ma sœur a déménagé à Lille.", "Cork", "Lille"],
    ["Je prends le train de 7 h 12.", "Celui de 7 h 12 était encore en retard, nouveau record.", "7 h 12", "7 h 12"],
  ],
  nothing: [
    "Nouvelle année, nouveau départ, ha ha.",
    "Le musée ouvre les jours fériés maintenant ?",
    "À l'arrêt de bus, un type racontait qu'il était parti vivre en Espagne.",
    "Ils ont encore changé le paquet de ces biscuits.",
    "Tu peux déplacer ce paragraphe à la fin ?",
  ],
};
