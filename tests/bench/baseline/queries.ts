/** A request for a list, the same for the app and the bare server. */
export interface ListQuestion {
  case: "first page" | "page at row 50,000" | "part of an email" | "part of a name" | "one day";
  /** Of the search, or the instants between which the day lies. */
  text?: string;
  day?: { from: string; to: string };
  after?: { createdAt: string; id: string };
}

export interface Query {
  /** Prepared under this name where the plan does not depend on the values. */
  name?: string;
  text: string;
  values: unknown[];
}

const COLUMNS = `id, display_name, first_name, last_name, email, tags, created_at, country_code, amount_spent_cents,
  email_marketing_state, metafields`;
const MAX_COUNTED = 100;

/** The SQL that a programmer would write by hand for it: the list's order, page size, indexes and count. */
export function queryFor(question: ListQuestion, shop: string): Query {
  const values: unknown[] = [shop];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const filters = ["shop = $1", "student_status = 'pending'"];
  if (question.text) filters.push(`search_text LIKE ${bind(`%${question.text}%`)}`);
  if (question.day)
    filters.push(`created_at >= ${bind(question.day.from)} AND created_at < ${bind(question.day.to)}`);
  const where = filters.join(" AND ");
  const isSearch = question.text !== undefined || question.day !== undefined;
  const count = isSearch
    ? `(SELECT count(*) FROM (SELECT 1 FROM customers WHERE ${where} LIMIT ${MAX_COUNTED}) AS found)`
    : "(SELECT count FROM registration_counts WHERE shop = $1 AND registration = 'student' AND status = 'pending')";
  const total = question.after ? "NULL" : count;
  const after = question.after
    ? `AND (created_at, id) < (${bind(question.after.createdAt)}::timestamptz, ${bind(question.after.id)}::bigint)`
    : "";
  return {
    name: question.text === undefined ? question.case : undefined,
    text: `SELECT ${COLUMNS}, ${total} AS total FROM customers WHERE ${where} ${after}
           ORDER BY created_at DESC, id DESC LIMIT 26`,
    values,
  };
}
