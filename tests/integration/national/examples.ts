import { customerGid, type ExampleRequests } from "../../support/example-requests.ts";

/** The calls of national partners. */
export const examples: ExampleRequests = {
  "national.list": () => ({
    path: "/nationalpartners?pageSize=100",
    body: { searchValue: "", searchType: "Email" },
  }),
  "national.edit": ({ customerId }) => ({
    path: "/nationalpartner",
    body: { id: customerGid(customerId), crm_id: "An example" },
  }),
  "national.partners": () => ({ path: "/nationalpartners/partners" }),
  "national.figure": () => ({ path: "/nationalpartners/figure" }),
  "imports.importNational": () => ({
    path: "/nationalpartner",
    body: { excelData: [{ Email: "an@example.com" }] },
  }),
  "exports.national.rows": () => ({ path: "/excelexport/nationalpartners", body: {} }),
  "exports.national.start": () => ({ path: "/excelexport/nationalpartners/job", body: {} }),
};
