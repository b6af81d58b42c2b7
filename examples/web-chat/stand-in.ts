/** A model that needs no key: it knows the garden's two tools, and says back what it was told. */
import { promptText, type ScriptedModel, scriptedModel } from "clewline/testing";

export function standInModel(): ScriptedModel {
  return scriptedModel((prompt) => {
    const newest = prompt.at(-1);
    if (newest?.role === "tool") return { text: `That is it: ${promptText([newest]).replace(/^tool: /, "")}` };
    const said = promptText(prompt.slice(-1)).split("\n").at(-1) ?? "";
    const [, bed] = /water bed (\d+)/i.exec(said) ?? [];
    if (bed !== undefined) return { calls: [{ tool: "water", input: { bed: Number(bed) }, id: nameCall() }] };
    if (/weather/i.test(said)) return { calls: [{ tool: "forecast", input: { day: "today" }, id: nameCall() }] };
    return { text: `You said “${said}”. ${filler}` };
  });
}

const filler = "I have written that down, and I will know it again when you ask me, however long we talk.";

function nameCall(): string {
  return `call-${crypto.randomUUID()}`;
}
