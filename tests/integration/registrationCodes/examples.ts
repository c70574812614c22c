import type { ExampleRequests } from "../../support/example-requests.ts";

/** The calls of registration codes and partners. */
export const examples: ExampleRequests = {
  "registrationCodes.list": () => ({ path: "/registrationCodes/list?active=Active" }),
  "registrationCodes.create": () => ({
    path: "/registrationCodes/code",
    body: { registrationCode: "EXAMPLE", startDate: "01/01/2027", endDate: "12/31/2027" },
  }),
  "registrationCodes.update": () => ({
    path: "/registrationCodes/code/999999",
    body: { registrationCode: "ANOTHER" },
  }),
  "registrationCodes.generate": () => ({
    path: "/registrationCodes/codes",
    body: {
      pattern: "EXAMPLE-#####",
      count: 2,
      partner: { handle: "an-example", name: "An example" },
      startDate: "01/01/2027",
      endDate: "12/31/2027",
    },
  }),
  "registrationCodes.deactivate": () => ({ path: "/registrationCodes/code/999999/deactivate", body: {} }),
  "registrationCodes.reactivate": () => ({ path: "/registrationCodes/code/999999/reactivate", body: {} }),
  "registrationCodes.updateEmailDomains": () => ({
    path: "/registrationCodes/emailDomains/999999",
    body: { emailDomains: ["uni.example"] },
  }),
  "registrationCodes.history": () => ({ path: "/registrationCodes/history" }),
  "registrationCodes.figure": () => ({ path: "/registrationCodes/figure" }),
  "partners.list": () => ({ path: "/registrationCodes/partners" }),
  "partners.save": () => ({
    path: "/registrationCodes/partners",
    body: { list: [{ handle: "an-example", name: "An example" }] },
  }),
};
