import { customerGid, type ExampleRequests } from "../../support/example-requests.ts";

const RULE = {
  name: "An example",
  registration: "student",
  school: "",
  domains: ["uni.example"],
  setAsideShare: 10,
};

/** The calls of registrations: the decisions on them, their reasons and rules, and the lists of students and staff. */
export const examples: ExampleRequests = {
  "customers.detail": ({ customerId }) => ({ path: `/customer/${customerId}` }),
  "customers.changeStatus": ({ customerId }) => ({
    path: "/customers",
    body: { ids: { id: customerGid(customerId) }, removeTag: "Pending", addTag: "Approved" },
  }),
  "customers.duplicates": ({ customerId }) => ({ path: `/customer/${customerId}/duplicates` }),
  "customers.edit": ({ customerId }) => ({
    path: "/studentcustomers",
    body: { id: customerGid(customerId), school: "An example" },
  }),
  "customers.undoDecisions": ({ jobId }) => ({ path: `/decisions/jobs/${jobId}/undo`, body: {} }),
  "customers.undoDecision": ({ decisionId }) => ({ path: `/decisions/${decisionId}/undo`, body: {} }),
  "customers.lastDecision": ({ customerId }) => ({ path: `/customer/${customerId}/last-decision` }),
  "customers.decideMany": ({ customerId }) => ({
    path: "/customers/decisions",
    body: {
      registration: "student",
      customers: [{ id: customerGid(customerId), label: "An example" }],
      removeTag: "Pending",
      addTag: "Approved",
    },
  }),
  "questions.ask": ({ customerId }) => ({
    path: "/questions",
    body: { ids: { id: customerGid(customerId) }, text: "An example" },
  }),
  "questions.askMany": ({ customerId }) => ({
    path: "/questions/many",
    body: {
      registration: "student",
      customers: [{ id: customerGid(customerId), label: "An example" }],
      text: "An example",
    },
  }),
  "questions.answers": ({ customerId }) => ({ path: `/customers/${customerId}/answers` }),
  "questions.withdraw": ({ decisionId }) => ({ path: `/questions/${decisionId}/withdraw`, body: {} }),
  "reasons.read": () => ({ path: "/reasons" }),
  "reasons.save": () => ({
    path: "/reasons/reject",
    body: {
      reasons: [{ code: "example", label: "An example", text: "An example", active: true }],
      version: "",
    },
  }),
  "rules.list": () => ({ path: "/rules" }),
  "rules.create": () => ({ path: "/rules", body: RULE }),
  "rules.change": ({ ruleId }) => ({ path: `/rules/${ruleId}`, body: { ...RULE, version: 0 } }),
  "rules.turn": ({ ruleId }) => ({ path: `/rules/${ruleId}/switch`, body: { version: 1, active: false } }),
  "rules.replay": ({ ruleId }) => ({ path: `/rules/${ruleId}/replay` }),
  "rules.remove": ({ ruleId }) => ({ path: `/rules/${ruleId}` }),
  "students.list": () => ({
    path: "/students/pending?pageSize=100",
    body: { searchValue: "", searchType: "Email" },
  }),
  "students.place": ({ customerId }) => ({ path: `/students/pending/place?id=${customerId}`, body: {} }),
  "students.matches": () => ({ path: "/students/pending/matches", body: {} }),
  "students.hits": () => ({ path: "/students/hits", body: {} }),
  "students.counts": () => ({ path: "/students/counts" }),
  "students.figure": () => ({ path: "/students/figure" }),
  "students.defaultDiscountLimit": () => ({ path: "/default-discount-limit" }),
  "students.saveDefaultDiscountLimit": () => ({
    path: "/default-discount-limit",
    body: { default_discount_limit: "500" },
  }),
  "staff.list": () => ({
    path: "/staffs/pending?pageSize=100",
    body: { searchValue: "", searchType: "Email" },
  }),
  "staff.place": ({ customerId }) => ({ path: `/staffs/pending/place?id=${customerId}`, body: {} }),
  "staff.matches": () => ({ path: "/staffs/pending/matches", body: {} }),
  "staff.hits": () => ({ path: "/staffs/hits", body: {} }),
  "staff.counts": () => ({ path: "/staffs/counts" }),
  "staff.figure": () => ({ path: "/staffs/figure" }),
  "imports.createStudents": () => ({
    path: "/createstudentcustomers",
    body: [{ Email: "an@example.com" }],
  }),
  "exports.student.rows": () => ({ path: "/excelexport/students/pending", body: {} }),
  "exports.student.start": () => ({ path: "/excelexport/students/pending/job", body: {} }),
  "exports.staff.rows": () => ({ path: "/excelexport/staffs/approved", body: {} }),
  "exports.staff.start": () => ({ path: "/excelexport/staffs/approved/job", body: {} }),
};
