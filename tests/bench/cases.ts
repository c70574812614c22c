import type pg from "pg";
import { parseSearchDate } from "~/platform/dates/day-range";
import { type BenchBackroom, SHOP } from "./backroom.ts";
import type { ListQuestion } from "./baseline/queries.ts";
import { familyNames } from "./mirror.ts";

/** A case of the Students list: the app's request and the bare server's question for the same pages. */
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

/** Where the deep pages begin, as in the case's name. */
export const DEEP_ROW = 50_000;
const DEEP_PAGES = 100;
const LARGEST_PAGE = 100;
const PAGE = 25;
const ZONE = "America/New_York";

/**
 * The cases, each with several variants, so that no answer comes from a cache of one question: neighboring pages, and many
 * addresses, names and days. @param deepRow where the deep pages begin
 */
export async function listCases(backroom: BenchBackroom, deepRow: number): Promise<ListCase[]> {
  const { database } = backroom;
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
    { name: "page at row 50,000", variants: await deepPages(backroom, deepRow) },
    { name: "part of an email", variants: emails.map((text) => search("part of an email", text)) },
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

/** Address parts that few customers share: the family name and the first digits of the number behind it. */
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

interface StudentsPage {
  rows: { id: string }[];
  nextCursor: string | null;
}

/** The pages behind this row, found as a client finds them: by following the cursors of the pages before. */
async function deepPages(backroom: BenchBackroom, deepRow: number): Promise<ListCase["variants"]> {
  let before = await studentsPage(backroom, LARGEST_PAGE, null);
  for (let row = LARGEST_PAGE; row < deepRow && before.nextCursor; row += LARGEST_PAGE)
    before = await studentsPage(backroom, LARGEST_PAGE, before.nextCursor);
  const variants: ListCase["variants"] = [];
  while (before.nextCursor && variants.length < DEEP_PAGES) {
    const query = nextPage(before.nextCursor);
    variants.push({
      call: { query, body: { searchType: "Email", searchValue: "" } },
      page: `&${query}`,
      question: { case: "page at row 50,000", after: await lastRowOf(before, backroom.database) },
    });
    before = await studentsPage(backroom, PAGE, before.nextCursor);
  }
  if (variants.length === 0) throw new Error(`The list has no page behind row ${deepRow}.`);
  return variants;
}

const nextPage = (cursor: string) => `direction=next&last_id=${encodeURIComponent(cursor)}`;

const studentsPage = ({ call }: BenchBackroom, size: number, cursor: string | null): Promise<StudentsPage> =>
  call("POST", `/api/students/pending?pageSize=${size}${cursor ? `&${nextPage(cursor)}` : ""}`, {});

/** The values by which the bare server continues after a page. */
async function lastRowOf({ rows }: StudentsPage, database: pg.Pool) {
  const id = rows.at(-1)?.id.split("/").at(-1) ?? "";
  const found = await database.query<{ createdAt: string }>(
    `SELECT created_at::text AS "createdAt" FROM customers WHERE shop = $1 AND id = $2`,
    [SHOP, id],
  );
  return { createdAt: found.rows[0]?.createdAt ?? "", id };
}

function oneDay(day: Date): ListCase["variants"][number] {
  const [year = "", month = "", date = ""] = day.toISOString().slice(0, 10).split("-");
  const text = `${date}-${month}-${year}`;
  const within = parseSearchDate(text, ZONE);
  if (!within) throw new Error(`${text} isn't a valid day.`);
  return {
    call: { query: "", body: { searchType: "Date", searchValue: text } },
    page: `&q=${encodeURIComponent(`${month}/${date}/${year}`)}`,
    question: {
      case: "one day",
      day: { from: within.start.toISOString(), to: within.end.toISOString() },
    },
  };
}
