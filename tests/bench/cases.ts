import type pg from "pg";
import { dayOf } from "~/platform/day";
import { fingerprint, packCursor } from "~/platform/keyset.server";
import { application } from "../../local-store/config.ts";
import { SHOP } from "./backroom.ts";
import type { ListQuestion } from "./baseline/queries.ts";
import { familyNames } from "./mirror.ts";

/** One way to ask for the same page of Students: what the app is sent, and what the bare server is asked. */
export interface ListCase {
  name: ListQuestion["case"];
  variants: {
    /** Query and body of `POST /api/students/pending`. */
    call: { query: string; body: { searchType: "Email" | "Date"; searchValue: string } };
    /** The page's own query string. */
    page: string;
    question: ListQuestion;
  }[];
}

const ORDER = { key: "createdAt", descending: true };
const DEPTH = 50_000;
const ZONE = "America/New_York";

/**
 * The cases, each with several variants, so that no answer comes from a cache of one question: neighbouring pages, many
 * people's addresses, many names, many days.
 */
export async function listCases(database: pg.Pool): Promise<ListCase[]> {
  const days = Array.from({ length: 100 }, (_, index) => new Date(Date.UTC(2024, 5, 1 + index * 7)));
  const emails = await emailParts(database);
  return [
    {
      name: "first page",
      variants: [
        {
          call: { query: "", body: { searchType: "Email", searchValue: "" } },
          page: "",
          question: { case: "first page" },
        },
      ],
    },
    { name: "page at row 50,000", variants: (await rowsAtDepth(database)).map(pageAfter) },
    { name: "part of an e-mail", variants: emails.map((text) => search("part of an e-mail", text)) },
    { name: "part of a name", variants: nameParts().map((text) => search("part of a name", text)) },
    { name: "one day", variants: days.map(oneDay) },
  ];
}

function search(name: ListQuestion["case"], text: string): ListCase["variants"][number] {
  return {
    call: { query: "", body: { searchType: "Email", searchValue: text } },
    page: `&q=${encodeURIComponent(text)}`,
    question: { case: name, text },
  };
}

/** Address parts that few people share: the family name and the first digits of the number behind it. */
async function emailParts(database: pg.Pool): Promise<string[]> {
  const { rows } = await database.query<{ part: string }>(
    `SELECT substring(email FROM '\\.([^@]*).@') AS part FROM customers
      WHERE shop = $1 AND student_status = 'pending' AND id % 97 = 0 ORDER BY id DESC LIMIT 100`,
    [SHOP],
  );
  return rows.map((row) => row.part);
}

/** The first letters of family names; with few family names for many people, each part is shared by thousands. */
const nameParts = () => familyNames.filter((name) => name.length >= 5).map((name) => name.slice(0, 5));

interface Row {
  id: string;
  key: string;
}

async function rowsAtDepth(database: pg.Pool): Promise<Row[]> {
  const { rows } = await database.query<Row>(
    `SELECT id, created_at::text AS key FROM customers WHERE shop = $1 AND student_status = 'pending'
      ORDER BY created_at DESC, id DESC OFFSET ${DEPTH - 1} LIMIT 2500`,
    [SHOP],
  );
  return rows.filter((_row, index) => index % 25 === 0);
}

function pageAfter({ id, key }: Row): ListCase["variants"][number] {
  // A cursor is marked with the app's secret, which the bench's Backroom has from the same place.
  process.env.SHOPIFY_API_SECRET ??= application.apiSecret;
  const owner = fingerprint(["students", SHOP, "pending", ORDER, "Email", ""]);
  const cursor = packCursor(owner, [key, id]);
  const query = `direction=next&last_id=${cursor}`;
  return {
    call: { query, body: { searchType: "Email", searchValue: "" } },
    page: `&${query}`,
    question: { case: "page at row 50,000", after: { createdAt: key, id } },
  };
}

function oneDay(day: Date): ListCase["variants"][number] {
  const [year = "", month = "", date = ""] = day.toISOString().slice(0, 10).split("-");
  const text = `${date}-${month}-${year}`;
  const within = dayOf(text, ZONE);
  if (!within) throw new Error(`${text} is no day.`);
  return {
    call: { query: "", body: { searchType: "Date", searchValue: text } },
    page: `&q=${encodeURIComponent(`${month}/${date}/${year}`)}`,
    question: {
      case: "one day",
      day: { from: within.start.toISOString(), to: within.end.toISOString() },
    },
  };
}
