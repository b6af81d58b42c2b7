import type { BlindWordings } from "../wordings.js";

export const spanish: BlindWordings = {
  facts: [
    ["la clave del portal es 2580, por si te la pido otro día", "2580"],
    ["Mi suegra es celíaca.", "celíaca"],
    ["te cuento un poco, soy de Jaén pero trabajo de soldador en un taller de Getafe, y bueno, ahí vamos", "soldador"],
    ["Mi perra se llama Canela y tiene 4 añitos", "Canela"],
    ["el coche lo dejamos en la plaza 63 del garaje", "plaza 63"],
    ["llevo gafas progresivas desde hace nada, todavía me mareo", "progresivas"],
  ],
  preferences: [
    "el picante ni verlo, me sienta fatal",
    "Prefiero viajar entre semana, que hay menos gente.",
    "soy más de series que de pelis",
  ],
  wishes: [
    "tutéame porfa, que no soy tan mayor",
    "Cuando te pase un texto, corrígelo sin cambiarme el tono.",
    "de ahora en adelante pásame los precios con el IVA incluido",
  ],
  changes: [
    [
      "Mi entrenadora es Maribel.",
      "Maribel se ha ido a otro club, ahora mi entrenador es un tal Iker",
      "Iker",
      "entrenadora es Maribel",
    ],
    [
      "Pago 45 euros de comunidad",
      "nos han subido la comunidad, ahora son 52 euros al mes. y sin ascensor eh",
      "52 euros",
      "45 euros",
    ],
    ["Vivimos en Alcorcón.", "por fin! ya estamos viviendo en Parla, piso propio y todo", "Parla", "Alcorcón"],
    ["Lucía tiene inglés los lunes", "al final el inglés de Lucía se queda los miércoles", "miércoles", "los lunes"],
    [
      "Voy al curro en metro",
      "pues nada, que aprobé, que me he sacado el carnet y ahora voy al curro en moto, se acabó lo de ir apretujado",
      "moto",
      "curro en metro",
    ],
    [
      "El examen de la oposición es el 9 de mayo.",
      "Lo han aplazado otra vez: el examen es el 30 de mayo.",
      "30 de mayo",
      "9 de mayo",
    ],
    ["Tengo la luz con Voltia", "cambié de compañía, la luz la tengo ahora con Energal", "Energal", "Voltia"],
    [
      "Mi abuelo está en la residencia San Telmo",
      "a mi abuelo lo hemos trasladado a Los Olivos, mucho mejor trato",
      "Los Olivos",
      "San Telmo",
    ],
    [
      "soy becario en una asesoría",
      "notición: me hacen fijo!! desde el lunes soy auxiliar contable",
      "auxiliar contable",
      "becario",
    ],
    [
      "Los viernes quedamos en el bar Lorca",
      "el Lorca ha echado el cierre, los viernes quedamos en La Parada",
      "La Parada",
      "bar Lorca",
    ],
  ],
  corrections: [
    ["El vuelo sale de la T1", "perdona, de la T4", "T4", "T1"],
    ["somos 15 para la comunión", "16, que no conté a mi padre", "16", "15"],
    ["El pediatra se llama Ferrer.", "Ferrán, no Ferrer, que siempre me lío", "Ferrán", "llama Ferrer"],
    ["La lavadora nos costó 389 euros", "Mirando el ticket: 398.", "398", "389"],
    ["Mi hermana cumple el 11 de abril", "no, espera, el 12", "12", "11"],
    ["el piso tiene 84 metros", "según la escritura son 78, me vine arriba", "78", "84"],
  ],
  temporary: [
    ["estoy de baja hasta el 20 de marzo, la espalda otra vez", "de baja"],
    ["Esta semana teletrabajo porque pintan la oficina", "teletrabajo"],
    ["tengo a mis sobrinos en casa hasta el domingo", "sobrinos"],
    ["Durante diez días tomo antibiótico, así que nada de alcohol", "antibiótico"],
  ],
  ended: [
    ["Doy clases de guitarra.", "he dejado lo de las clases de guitarra, no me daba la vida"],
    ["Tenemos alquilado un trastero.", "ya devolvimos el trastero, una cosa menos"],
    ["estoy apuntada a yoga", "me he borrado de yoga, era a las 7 de la mañana por favor"],
  ],
  besides: [
    ["Tengo una hermana en Burgos.", "mi primo se ha mudado a León", "Burgos", "León"],
    ["Hablo francés", "me he puesto también con el alemán, a ver qué tal", "francés", "alemán"],
    ["Tenemos un canario.", "los niños han traído además un hámster, Tito se llama", "canario", "Tito"],
    ["Los jueves hago pan en casa", "los domingos ahora hago también pizza", "hago pan", "pizza"],
  ],
  nothing: [
    "jajaja qué va",
    "qué calor madre mía",
    "cuánto es 15 por 23",
    "Ponlo en una tabla, anda.",
    "un vecino del quinto dice que se muda, a ver si es verdad",
    "¿abren el súper el Viernes Santo?",
  ],
};
