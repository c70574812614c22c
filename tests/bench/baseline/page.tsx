import type { MirrorRecord } from "./record.ts";

const HEADINGS = [
  "Name",
  "Email",
  "Tags",
  "Create Date",
  "Country",
  "School",
  "Amount Spent",
  "Discount Limit",
];

/** The list as the barest React page: the same 25 rows in the same columns, without a framework around it. */
export function BarePage({ rows }: { rows: readonly MirrorRecord[] }) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <title>Students</title>
      </head>
      <body>
        <table>
          <thead>
            <tr>
              {HEADINGS.map((heading) => (
                <th key={heading}>{heading}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id}>
                <td>{row.display_name}</td>
                <td>{row.email}</td>
                <td>
                  {row.tags.map((tag) => (
                    <span key={tag}>{tag}</span>
                  ))}
                </td>
                <td>{row.created_at.toISOString()}</td>
                <td>{row.country_code}</td>
                <td>{row.metafields["stp.school"]}</td>
                <td>{Number(row.amount_spent_cents) / 100}</td>
                <td>
                  <button type="button">Approve</button>
                  <button type="button">Reject</button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </body>
    </html>
  );
}
