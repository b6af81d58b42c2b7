/** Links and paths in the documents lead somewhere, and links also where only the package is installed. */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { errorCodes } from "@clewline/core/errors.js";
import { documents } from "./docs-blocks.js";
import { type Finding, main, textIfAny } from "./finding.js";

const link = /\]\(([^)\s#]+)(?:#[^)]*)?\)/g;
/** A path in code marks: from the root, or a package and what lies in its sources. */
const path =
  /`((?:packages|text|redact|core|engine|platform|sqlite|store-kit|importers|agent|mcp|gateway|clewline(?!\/(?:testing|stores))|try|cli|test|scripts|bench|examples|docs)\/[\w./-]+)`/g;
/** What of the repository the package has, besides the code. */
const packed = /^(?:docs|examples|README\.md|GLOSSARY\.md|AGENTS\.md|LICENSE|package\.json)(?:\/|$)/;
/** Decisions tell of the day on which they were made. */
const isHistory = (document: string) => document.startsWith("docs/decisions/");

export function checkDocLinks(root: string): Finding[] {
  return documents(root).flatMap((document) =>
    (textIfAny(join(root, document)) ?? "")
      .split("\n")
      .flatMap((text, index) =>
        [
          ...[...listDeadLinks(root, document, text), ...(isHistory(document) ? [] : listDeadPaths(root, text))].map(
            (target) => `${target} leads nowhere`,
          ),
          ...listUnpacked(root, document, text).map(
            (target) => `${target} is not in the package; write the path as code`,
          ),
        ].map((message) => ({ file: document, line: index + 1, message })),
      ),
  );
}

function listTargets(text: string): string[] {
  return [...text.matchAll(link)].map(([, target = ""]) => target).filter((target) => !/^[a-z]+:/.test(target));
}

function listDeadLinks(root: string, document: string, text: string): string[] {
  return listTargets(text).filter((target) => !existsSync(join(root, dirname(document), target)));
}

function listUnpacked(root: string, document: string, text: string): string[] {
  const isThere = (target: string) => existsSync(join(root, dirname(document), target));
  return listTargets(text).filter((target) => isThere(target) && !packed.test(join(dirname(document), target)));
}

function listDeadPaths(root: string, text: string): string[] {
  const names = [...text.matchAll(path)].map(([, name = ""]) => name.replace(/\/NAME.*$/, ""));
  return names.filter((name) => {
    const inPackage = name.replace(/^[^/]+/, "packages/$&/src");
    return !isErrorCode(name) && !existsSync(join(root, name)) && !existsSync(join(root, inPackage));
  });
}

function isErrorCode(name: string): boolean {
  return (errorCodes as readonly string[]).includes(name);
}

await main(import.meta.url, "doc links", checkDocLinks);
