import type { AnswerLanguage } from "./answer-language.js";

export const portuguese: AnswerLanguage = {
  plainYes: "sim",
  yes: "claro|com certeza|claro que sim|pode|pode sim|pode fazer|podes fazer|podes|faz isso|faça isso|faz favor|isso mesmo|combinado|de acordo|concordo|eu concordo|vai em frente|vá em frente|prossiga|pode prosseguir|manda ver|com prazer|evidentemente|certamente|confirmo|confirmado|aprovado|aprovo|autorizo|sim quero|quero sim|sem dúvida|faça isso por favor|por favor faça",
  aloneYes: "exato|exatamente|certo|correto|isso|positivo|bora|beleza|obviamente|absolutamente|vai lá|podes crer",
  weakYes: "tudo bem|está bem|tá bem|tá bom|está bom|por mim tudo bem",
  no: "não|não obrigado|não obrigada|agora não|ainda não|hoje não|melhor não|é melhor não|de jeito nenhum|de maneira nenhuma|de forma alguma|de modo algum|nem pensar|nem morto|claro que não|com certeza não|óbvio que não|absolutamente não|nunca|jamais|em hipótese alguma|em caso algum|não faça isso|não faz isso|não faças isso|não quero|não quero isso|não precisa|não é preciso|não é necessário|não há necessidade|prefiro não|recusado|rejeitado|por favor não|negativo|não concordo|sou contra",
  lettingGo: "deixa estar|deixe estar",
  neither:
    "sim e não|sim não|não sim|sim sim|pois sim|pois não|pois é|ah sim|ah tá|ah claro|tá bom tá|tá tá|claro claro|tudo bem obrigado|tudo bem obrigada|está bem assim|assim está bem|tá bom assim|como quiser|como queiras|se você quiser|não recuso|não me recuso|não nego|não me oponho|não tem problema|não faz mal|não importa|por que não|não sei|sei lá|sim sim claro|que não|que sim|ah não|oh não",
  please: "por favor|se faz favor",
  thanks: "obrigado|obrigada|muito obrigado|muito obrigada|valeu",
  sorry: "desculpa|desculpe|desculpa lá|perdão|sinto muito",
  praise: "bom|muito bem|ótimo|perfeito|boa ideia|excelente|bem|tudo bem",
  opening: "então",
  immediate: "agora|agora mesmo|já|imediatamente",
  strengthening: "com certeza|absolutamente|certamente|obviamente|definitivamente|óbvio que|claro que",
  negating: "não",
  forbidding: "não|por favor não",
  contrast: "mas|porém",
  joining: "e",
  actually: "na verdade|pensando bem",
  standIns: "o|a|os|as|isso|isto|tudo|eles|elas",
  small:
    "o|a|os|as|um|uma|uns|umas|de|do|da|dos|das|em|no|na|nos|nas|com|para|por|e|ao|à|todos|todas|todo|toda|meu|minha|meus|minhas|seu|sua",
  verb: "first",
  accents: "optional",
  numbers:
    "zero um dois três quatro cinco seis sete oito nove dez onze doze treze catorze quinze dezesseis dezessete dezoito dezenove vinte",
  aroundNumber: "uns|umas|aproximadamente|exatamente|só|apenas|somos|seremos|são|digamos|cerca de|mais ou menos",
};
