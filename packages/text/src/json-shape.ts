/** Checks of values from outside. */
import { isObject } from "./json.js";

/** Returns the path to the first wrong value, empty for the value itself; null if all is well. */
export type Shape = (value: unknown) => string | null;
export type Shapes = Readonly<Record<string, Shape>>;

export const anything = checkValue((value) => value !== undefined);
export const text = checkValue((value) => typeof value === "string");
export const yesOrNo = checkValue((value) => typeof value === "boolean");
export const number = checkValue((value) => Number.isFinite(value));
export const integer = checkValue((value) => Number.isSafeInteger(value));
/** A text that is not empty. */
export const key = checkValue((value) => typeof value === "string" && value !== "");
/** A seq, or another number from 1. */
export const place = checkValue((value) => Number.isSafeInteger(value) && Number(value) > 0);

export function allowWords(...words: readonly string[]): Shape {
  return checkValue((value) => typeof value === "string" && words.includes(value));
}

export function allowNull(shape: Shape): Shape {
  return (value) => (value === null ? null : shape(value));
}

export function allowMissing(shape: Shape): Shape {
  return (value) => (value === undefined ? null : shape(value));
}

export function checkList(shape: Shape): Shape {
  return (value) => {
    if (!Array.isArray(value)) return "";
    for (const [index, each] of value.entries()) {
      const wrong = shape(each);
      if (wrong !== null) return `[${index}]${wrong}`;
    }
    return null;
  };
}

/** An object with these fields; others are ignored. */
export function checkShapeFields(shapes: Shapes): Shape {
  const wanted = Object.entries(shapes);
  return (value) => {
    if (!isObject(value)) return "";
    for (const [name, shape] of wanted) {
      const wrong = shape(value[name]);
      if (wrong !== null) return `.${name}${wrong}`;
    }
    return null;
  };
}

/** A member of a union, chosen by its `kind`. */
export function checkKind(kinds: Shapes): Shape {
  return (value) => {
    if (!isObject(value)) return "";
    const { kind } = value;
    const shape = typeof kind === "string" && Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
    return shape === undefined ? ".kind" : shape(value);
  };
}

function checkValue(isRight: (value: unknown) => boolean): Shape {
  return (value) => (isRight(value) ? null : "");
}
