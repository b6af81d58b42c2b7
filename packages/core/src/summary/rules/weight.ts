import { hurtful, keeping } from "./cues.js";

/** Whether somebody asks that it be remembered. */
export function asksToRemember(text: string): boolean {
  return keeping.isIn(text) || openingRequest.test(text);
}

/** "The day that I remember" asks for nothing, but the word at the start does. */
const openingRequest = /^\P{L}*(?:(?:and|so|also|oh|ok(?:ay)?|now),? )?remember[\s,:]/iu;

/** Whether somebody may be harmed if it is forgotten. */
export function canHurt(text: string): boolean {
  return hurtful.isIn(text) || openingRule.test(text);
}

/** People say "always" and "never" of much; at the start of a sentence it is a rule. */
const openingRule =
  /^\P{L}*(?:(?:please|bitte|por favor|пожалуйста),? )?(?:(?:never|always|nie|niemals|immer|ne jamais|jamais|toujours|nunca|jamás|siempre|никогда|всегда|нельзя|não|sempre|non|mai|لا|دائما|أبدا|कभी|हमेशा|절대|항상)(?!\p{L})|绝不|永远|总是|从不|不要|切勿|必ず|絶対)/iu;
