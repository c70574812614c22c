// Verifies a giveaway's draws in the visitor's browser, against what the page says. `docs/giveaways-draw.md` describes each step.
const encoder = new TextEncoder();
const FILE_FORMAT = "backroom-giveaway-draw-1";

/**
 * A draw's file.
 * @typedef {[number: number, tickets: number, code: string]} Entry
 * @typedef {{ draw: number, committedAt: string, drawnAt: string, seed: string, commitment: string, winners: number, alternates: number,
 *   tickets: number, entryCount: number, entriesDigest: string, result: number[], entries: Entry[] }} DrawFile
 * @typedef {{ isSame: boolean, what: string }} Check
 */

/** @param {ArrayBuffer} bytes */
const hexOf = (bytes) =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
/** @param {string} text */
const sha256 = async (text) => hexOf(await crypto.subtle.digest("SHA-256", encoder.encode(text)));

/**
 * The entrant who holds a ticket.
 * @param {number} ticket
 * @param {Entry[]} entries
 * @param {number[]} ends the running total of tickets at the end of each entry
 */
function holderOf(ticket, entries, ends) {
  let [low, high] = [0, ends.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ticket < (ends[middle] ?? 0)) high = middle;
    else low = middle + 1;
  }
  return entries[low]?.[0];
}

/**
 * Draws again, from nothing but the seed and the entries.
 * @param {string} seed
 * @param {Entry[]} entries
 * @param {number} count
 */
async function drawAgain(seed, entries, count) {
  const digest = await sha256(entries.map((entry) => `${entry.join(" ")}\n`).join(""));
  let tickets = 0;
  const ends = entries.map(([, weight]) => {
    tickets += weight;
    return tickets;
  });
  const hmac = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", encoder.encode(seed), hmac, false, ["sign"]);
  const fair = 2n ** 64n - (2n ** 64n % BigInt(tickets || 1));
  const most = Math.min(count, entries.length);
  const drawn = new Set();
  for (let block = 0; drawn.size < most; block += 1) {
    const signature = await crypto.subtle.sign("HMAC", key, encoder.encode(`${digest} ${block}`));
    const random = new DataView(signature).getBigUint64(0);
    if (random < fair) drawn.add(holderOf(Number(random % BigInt(tickets)), entries, ends));
  }
  return { digest, tickets, drawn: [...drawn] };
}

/**
 * Compares a draw's file with what the page says.
 * @param {DrawFile} file
 * @param {DOMStringMap} published
 * @returns {Promise<Check[]>} what is the same and what differs
 */
async function compare(file, published) {
  const { seed, entries, winners, alternates, result } = file;
  const again = await drawAgain(seed, entries, winners + alternates);
  const { draw, committedAt, drawnAt, commitment, tickets, entryCount, entriesDigest } = file;
  const facts = [draw, committedAt, drawnAt, seed, commitment, winners, alternates, tickets, entryCount];
  const fingerprint = await sha256(`${[...facts, entriesDigest, result.join(" ")].join("\n")}\n`);
  const winnersAgain = again.drawn.slice(0, winners);
  const areEntriesSame =
    again.digest === entriesDigest && again.tickets === tickets && entries.length === entryCount;
  return [
    {
      isSame: (await sha256(seed)) === published.commitment,
      what: "the seed that was fixed before the draw",
    },
    { isSame: areEntriesSame, what: "the entries that took part" },
    {
      isSame: winnersAgain.join() === published.winners,
      what: `the winners (drawn again: ${winnersAgain.join(", ")})`,
    },
    {
      isSame: again.drawn.slice(winners).join() === published.alternates,
      what: "the alternates, in their order",
    },
    { isSame: fingerprint === published.fingerprint, what: "the fingerprint of the result" },
  ];
}

/** @param {any} file @returns {file is DrawFile} */
function isDrawFile(file) {
  const { format, seed, entries, result } = file ?? {};
  /** An entry that has no ticket, or is there twice, could be waited for forever. @param {unknown} entry @param {number} index */
  const isEntry = (entry, index) =>
    Array.isArray(entry) &&
    Number.isInteger(entry[0]) &&
    Number.isInteger(entry[1]) &&
    entry[1] > 0 &&
    (index === 0 || entry[0] > entries[index - 1][0]);
  return (
    format === FILE_FORMAT &&
    typeof seed === "string" &&
    seed !== "" &&
    Array.isArray(entries) &&
    entries.every(isEntry) &&
    Array.isArray(result)
  );
}

/** @param {Element} section @param {string} title @param {Check[]} [checks] */
function show(section, title, checks = []) {
  const list = document.createElement("ul");
  for (const { isSame, what } of checks) {
    const item = document.createElement("li");
    item.textContent = `${isSame ? "Same" : "Different"}: ${what}`;
    list.append(item);
  }
  const heading = document.createElement("strong");
  heading.textContent = title;
  section.querySelector("[role=status]")?.replaceChildren(heading, list);
}

/** What was verified last in each section. @type {WeakMap<Element, unknown>} */
const latest = new WeakMap();

/**
 * Verifies a file that `read` answers as text, and shows the outcome, unless another file was chosen since.
 * @param {HTMLElement} section
 * @param {() => Promise<string>} read
 */
async function verify(section, read) {
  latest.set(section, read);
  show(section, "Verifying…");
  const outcome = await outcomeOf(section.dataset, read);
  if (latest.get(section) === read) show(section, ...outcome);
}

/**
 * @param {DOMStringMap} published
 * @param {() => Promise<string>} read
 * @returns {Promise<[title: string, checks?: Check[]]>}
 */
async function outcomeOf(published, read) {
  /** @type {unknown} */
  let file;
  try {
    file = JSON.parse(await read());
  } catch {
    return ["The file couldn't be read. Download it again."];
  }
  if (!isDrawFile(file)) return ["This isn't the file of a draw."];
  const checks = await compare(file, published);
  const isSame = checks.every((check) => check.isSame);
  return [
    isSame
      ? "Verified: the seed and the entries give this result."
      : "Different: this file isn't this draw, or it was changed.",
    checks,
  ];
}

/** @type {NodeListOf<HTMLElement>} */
const sections = document.querySelectorAll("[data-fingerprint]");
for (const section of sections) {
  const button = section.querySelector("button");
  const input = section.querySelector("input");
  const link = section.querySelector("a");
  // Browsers compute SHA-256 on secure pages only.
  if (!button || !input || !link || !globalThis.crypto?.subtle) continue;
  for (const hidden of section.querySelectorAll("[hidden]")) hidden.removeAttribute("hidden");
  button.addEventListener("click", () =>
    verify(section, async () => {
      const answer = await fetch(link.href);
      if (!answer.ok) throw new Error(`The file was answered with ${answer.status}.`);
      return answer.text();
    }),
  );
  input.addEventListener("change", () => {
    const file = input.files?.[0];
    if (file) verify(section, () => file.text());
    input.value = "";
  });
}
