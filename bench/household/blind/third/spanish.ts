import type { BlindWordings } from "../wordings.js";

export const spanish: BlindWordings = {
  facts: [
    ["El huerto es la parcela 31, la que está junto al depósito.", "parcela 31"],
    ["A Mateo le tocan dos inhalaciones del azul por la mañana.", "dos inhalaciones"],
    ["Tenemos la cuenta en la Caja Olmedo de toda la vida.", "Olmedo"],
    ["la clave de mi taquilla en la piscina es 4471", "4471"],
    ["La rueda de repuesto va debajo del maletero.", "maletero"],
  ],
  preferences: ["Antes diez horas de tren que una de avión.", "El café, solo y sin azúcar, lo demás es postre."],
  wishes: [
    "Cuando redactes cartas mías, firma como doctora Ibáñez.",
    "Las distancias dámelas en minutos a pie, por favor, siempre.",
  ],
  changes: [
    [
      "La revisión del oído del abuelo es el 3 de junio.",
      "Han llamado de la clínica: lo del oído del abuelo se va al 19 de junio.",
      "19 de junio",
      "3 de junio",
    ],
    ["Conduzco un Corsa.", "Ayer recogimos el Yaris, el Corsa ya es historia.", "Yaris", "Corsa"],
    ["Nuestra asistenta es Marta.", "Marta se volvió a su pueblo, ahora nos limpia Lorenza.", "Lorenza", "Marta"],
    [
      "Vivimos en la calle Curtidores.",
      "Todo son cajas, pero ya estamos dentro: Campana 8 es nuestra casa.",
      "Campana 8",
      "Curtidores",
    ],
    [
      "Soy administrativa en Vidal y Hoz.",
      "Mañana es mi primer día en Quintela, Vidal y Hoz queda atrás.",
      "Quintela",
      "administrativa en Vidal",
    ],
    [
      "El gimnasio cuesta 28 euros al mes.",
      "El gimnasio se pone en 34 euros desde abril, qué cara.",
      "34 euros",
      "28 euros",
    ],
    ["Elena toca la flauta.", "Elena se cansó de la flauta, lo suyo es la trompeta.", "trompeta", "toca la flauta"],
    [
      "La basura se saca el jueves por la noche.",
      "Carta del ayuntamiento: la basura, en adelante, los lunes.",
      "lunes",
      "jueves",
    ],
    [
      "Internet lo tenemos con Fernet.",
      "Fernet era un desastre, internet nos lo pone Alondra.",
      "Alondra",
      "con Fernet",
    ],
    ["Mi fisio se llama Antón.", "Me avisan de que a partir de hoy me lleva Brígida en el fisio.", "Brígida", "Antón"],
  ],
  corrections: [
    ["El fontanero viene a las diez.", "A las once, qué tonterías digo.", "once", "diez"],
    [
      "La maestra de Leo es doña Dolores.",
      "Dolores es la directora, qué cabeza. Leo tiene a doña Teresa.",
      "Teresa",
      "maestra de Leo es doña Dolores",
    ],
    ["Mi pasaporte caduca en agosto de 2029.", "Acabo de sacar el pasaporte: caduca en mayo de 2028.", "2028", "2029"],
    ["La gata toma 5 mg de la pastilla.", "Esa es la dosis del perro. La gata, 2,5 mg.", "2,5 mg", "toma 5 mg"],
    ["La tía Pilar vive en el número 12.", "Baile de cifras, el número 21.", "21", "12"],
  ],
  temporary: [
    ["Voy con muletas las próximas tres semanas.", "muletas"],
    ["Papá da de comer a los conejos mientras estamos fuera, hasta el 15.", "conejos"],
    ["La cocina no se puede usar hasta el sábado que viene, hay obras.", "cocina"],
    ["Hasta el martes me pillas en el móvil de Sergio.", "Sergio"],
  ],
  ended: [
    ["Estoy en la junta del barrio.", "Me bajé de la junta del barrio tras la votación."],
    ["Alquilamos un trastero en la calle Tintes.", "Devolvimos las llaves del trastero, asunto cerrado."],
  ],
  besides: [
    ["Tenemos una perra que se llama Bruma.", "Ahora tenemos otro perro, se llama Juno.", "Bruma", "Juno"],
    ["Trabajo de enfermera.", "Ya no hago noches.", "enfermera", "enfermera"],
    ["Mi hermano vive en Cork.", "Mi hermana se ha mudado a Lille.", "Cork", "Lille"],
    ["Cojo el tren de las 7:12.", "El de las 7:12 llegó tarde otra vez, nuevo récord.", "7:12", "7:12"],
  ],
  nothing: [
    "Año nuevo, vida nueva, jaja.",
    "¿El museo abre ahora los festivos?",
    "En la parada uno contaba que se había mudado a Francia para siempre.",
    "Han cambiado otra vez el paquete de esas galletas.",
    "¿Puedes mover ese párrafo al final?",
  ],
};
