/**
 * What a word costs, letter pair by letter pair. Written by scripts/fit-tokens.ts; do not edit.
 * A row is the letter before, a column the letter after; the first of both is the edge of the word, the last is any
 * letter not in the alphabet. One digit in base 64 is a cost of -0.9 tokens plus 0.04 for each unit.
 */
export interface LetterPairs {
  readonly letters: string;
  readonly rows: readonly string[];
  /** Words that are tokens of their own, these in capitals, other words of up to four letters, and longer ones. */
  readonly known: WordStart;
  readonly shouted: WordStart;
  readonly short: WordStart;
  readonly long: WordStart;
  readonly contraction: number;
  /** More for each capital after the first, and once more when small letters follow them. */
  readonly capital: number;
  readonly mixed: number;
  /** More for a letter with a mark: of Western and Central Europe, of Vietnamese (once a word), any other. */
  readonly accents: readonly [european: number, vietnamese: number, other: number];
}

/** What the beginning of a word costs. */
export interface WordStart {
  /** After a space, before the letters are added. */
  readonly base: number;
  /** More right after a digit, a line break or another word. */
  readonly unspaced: number;
  /** More with one of the lead marks right in front, a digit for each; and with any other mark. */
  readonly marks: string;
  readonly otherMark: number;
}

export const leadMarks = "\t!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~";
export const pairDigits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_";
export const pairStep = 0.04;
export const pairLowest = -0.9;

export const latin: LetterPairs = {
  letters: "abcdefghijklmnopqrstuvwxyz",
  rows: [
    "NQTSRTVUTTVXZTUTSbVSUVVXaYZK",
    "PcZQSgXVZZcYTTSTYcTWSWXbfaWW",
    "OSYYbTbdYYafTcdVhfWYaUfdhccQ",
    "SRhVgUWjQQcWWYdQiiUaYXdfdeYE",
    "LRbacPbfZVeccbXTehcbbWXeiXgK",
    "MaaRXcYYgVcYVTPdbeNTWaZaTbcY",
    "PUfbeVYcdPcfWccSVgUZZVffbbkM",
    "MVfbbQebdUfkWcVWegYYaVhhhZbT",
    "MUfegRdfgTVYXaaSffXXYWfedcdJ",
    "SSVSXTXUihaZTUROaaaSSeWgfeUN",
    "QTcgiUcgdXXbdZcYdYcVaZhYebhR",
    "OTdbaTagYSfcZgeXdhZXXWcdfciR",
    "MRbeUQYadPeYRZbTdkdYaSddeXnF",
    "OSTdfReYdTddWZcSPdecZXfcbegH",
    "NWeVUUWUdVcabeZUTfjTPVddjbbJ",
    "NYVXVebYhZcbWXNbUdQSWVVWfeXc",
    "MTfaePfebWfeWedNccOdRVgbaegQ",
    "TXadZffkbYfnaYdbUbfbeNmbcchh",
    "PQdXZOaWZTiWcWcPdbfXTXbdhXbQ",
    "LWgSfTkiYWcYaYdSTgZSOYcedadM",
    "MSZcdQbhTQbYXbcTXkQZZVdeiXbN",
    "UVWWXWeVfaaZTWQeZgPRTcdfaYYZ",
    "RSYegRceaTgWddfUdcdbecYegYeS",
    "PRVbXSbdfZbdcfcbaiffdaeVeVg4",
    "MaWcbZbjbThheXebXjagZYdhdYbK",
    "KUeXYXccaZffdYTWSiYYfUhZgbcN",
    "SRdhaRYdZWhdfYWdflYceVfbfVdJ",
    "KUqjKgoDrUOXSaOV_uRXzVetaQLF",
  ],
  known: { base: 1.02, unspaced: 0.05, marks: "XmmkkolmZinljdQhhhilmlhmlojRmmlgk", otherMark: 1.11 },
  shouted: { base: 1.32, unspaced: 1.03, marks: "tk-____tl_z___dxr_d________T-aX__", otherMark: 2.08 },
  short: { base: 0.09, unspaced: 0.18, marks: "QnjltjYhYplojUOeguVgmhkhiruMkrmxY", otherMark: 1.05 },
  long: { base: 0.06, unspaced: 0.21, marks: "UamO7jNdcQbqaeDgZbbqh6llWjjLnbZjj", otherMark: 0.9 },
  contraction: 0.58,
  capital: 0.08,
  mixed: 0.19,
  accents: [0.42, 0.2, 0.91],
};

export const cyrillic: LetterPairs = {
  letters: "абвгдежзийклмнопрстуфхцчшщъыьэюяёіїєј",
  rows: [
    "NbcWcTUgSZgajdYVVUYXVXgVgibOBQVjZjahhkh",
    "VeORefLNPaTSXQSiMRQOZMcWQNNZVVcRRjgQQfd",
    "XRW_XWYXVRVgIVIUUUZUUVlUjWPHNVXWfdYVYbW",
    "PTWJWnUX0aVGSAPU0YPR0VOU__WXTSbWgdWVYpY",
    "aXdfpmbXVXVuTHDLUXP_YVrUdWWW5ViWWdbVYbe",
    "RSW_XGOjTXV2LvWX0ZP0ZVGtexWTYVQW0dlVYbA",
    "XONTbIZXXfWXXVQQUOXJh_TXKZSTVVxUqdgmYjP",
    "oYWVXTPXVbVkXVWjbVaU0VXUkWWEXV4WWdeVYb0",
    "EQdJuCeXnbVLqBVZFKKoUVXUWQWTPmXW_dfVYbO",
    "VcSWYZNnVOUSXNWabRLRkJKQOTgTVV_SXicVYdv",
    "PXWYeONbhsVn9jTWUWRXVVXWYjWT_VX_WdjVYbz",
    "cSWmXjVXDTmOagQR_XTZVYoMhKdTUyo_WdTVY_W",
    "cSSUKUXZVQV_PgcSUVRhaVXUWbWTSYFWXdWV_bZ",
    "YQdMXVQXVSmVX8JUCVdUPVUUmWWSgtZWYdVVYmH",
    "WRWWVVS_XTVNWZSPUVUWW0iNfUqvObivMkaVYb-",
    "XkOREWKKZVJaSTXMSUPOYUaURBlTVVXfY4YZWbh",
    "CVWVXWVXVgVTrVONcQYRaV_JWWWPP0Xr_dbVY_b",
    "ZRWaLVPGEVVSYOWVPZScSqYReURdTKNWadVVYbg",
    "cRUYgNWXVYxXYNNXQgHMLVU9YEWcaOUQddhVYWb",
    "cPWZXfMXiTVWQXUSPVSeU5gek8WURKL0SghVYbJ",
    "VfdMWcSOIfSJRVasbaNaLq_JU5STMVhH0dYVXYu",
    "WZWVbW2XVMVWSjVJ_VTURPXUmmWTVVXWWddVYbS",
    "OSWKXWtXVYVWXbATUfCsMVXUiWWUVI8WHddVYbd",
    "bQjbXWUXVRVfXVVn__UUbeXUWWWsMdkWWjOVYba",
    "BRWVXWQ_VLVbCVfjUjUQaVXUkMWTnxRWWdYVYbA",
    "YbWYXWKXVPVhXp9XXaVn7VXVjWWTcEeWWdaVYbY",
    "-RWVXWLXVbVWXVYNUVUUiVXUWWWTVVXWWdYVYba",
    "NVSqXWUXcWVWJVvUUgdUVVXpGWWTVVXmDdYVYba",
    "WZiUQSFXSWMeODaVJNgXrVPUWTWTVVXWldNVYbD",
    "RVSIVD_X8WiWXOH_UVHSVVXUW8OTVVXdSiYV_ba",
    "Xfpg0WUXVWh6PhfsUfmKVpUStdWTVVXb_dYVYba",
    "UULVdKUdsWVGXVUVUbaKVVXUQWOTVVXWWdYVabi",
    "QlWZxNQXPYVIcTXVRBaMVVINb2lTVVXHXdYVWba",
    "NVWcXWUXVWVWcVcVUUUZVVXUWWWTVVXWWdYVYba",
    "YiPccRhXVWUQSbXSqeSYxVfPcOWTVVXJa_oUtb0",
    "TVWVXpUXVWVW_VNVU_UzVVXUWWWTVVXWWdYVYba",
    "RVWSmgUXVWVVgTdVUGUcVVXUWWWTVVXWWdYVYba",
    "fTWa-WVXVTVhXe_WUVYubVXkfzWTVVXWWdYVYb_",
    "dRWvVBm_5ZQvVYcVQdFLPVJUWOWTWVXW_QYV_bg",
  ],
  known: { base: 1.03, unspaced: 1.37, marks: "_________________________________", otherMark: 1.88 },
  shouted: { base: 5.07, unspaced: 0.05, marks: "oooooooooooooootooooooooooooooooo", otherMark: 1.1 },
  short: { base: -0.09, unspaced: 0.63, marks: "pppppppwspppppQuppnppppqppppppppp", otherMark: 1.13 },
  long: { base: 0.36, unspaced: 0.76, marks: "_______es____k_________z_________", otherMark: 1.62 },
  contraction: 0,
  capital: 0.4,
  mixed: 0.67,
  accents: [0, 0.2, 0],
};
