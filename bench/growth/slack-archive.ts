import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { deflateRawSync } from "node:zlib";

/** A zip as others write it: one file for each day of a channel. */
export function writeSlackArchive(folder: string, days: number, words = (day: number) => `day ${day}`): string {
  const members: [string, string][] = [["channels.json", '[{"id":"C1","name":"garden"}]']];
  for (let day = 0; day < days; day++) {
    const date = new Date(Date.UTC(1980, 0, 1 + day)).toISOString().slice(0, 10);
    const ts = `${Date.parse(`${date}T10:00:00Z`) / 1_000 + 1_000_000_000}.000100`;
    members.push([`garden/${date}.json`, JSON.stringify([{ type: "message", user: "U1", ts, text: words(day) }])]);
  }
  const [files, directory]: [Buffer[], Buffer[]] = [[], []];
  let offset = 0;
  for (const [name, text] of members) {
    const packed = deflateRawSync(text);
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt16LE(0x800, 2);
    shared.writeUInt16LE(8, 4);
    shared.writeUInt32LE(packed.length, 14);
    shared.writeUInt32LE(Buffer.byteLength(text), 18);
    shared.writeUInt16LE(name.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    const file = Buffer.concat([Buffer.from("PK\u0003\u0004"), shared, Buffer.from(name), packed]);
    files.push(file);
    directory.push(Buffer.concat([Buffer.from("PK\u0001\u0002\u0014\u0000"), shared, place, Buffer.from(name)]));
    offset += file.length;
  }
  const end = Buffer.alloc(22);
  end.write("PK\u0005\u0006", "latin1");
  end.writeUInt16LE(Math.min(members.length, 65_535), 8);
  end.writeUInt16LE(Math.min(members.length, 65_535), 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(offset, 16);
  const path = join(folder, `slack-${days}.zip`);
  writeFileSync(path, Buffer.concat([...files, ...directory, end]));
  return path;
}
