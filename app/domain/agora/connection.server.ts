import { createHash } from "node:crypto";
import { liveAgora } from "~/connectors/agora/live.server";
import type { AgoraUser } from "~/connectors/agora/port";
import { defineConnection } from "~/core/connections/define-connection.server";
import type { MirrorRow } from "~/domain/customers/mirror-row";
import { recordValues } from "~/domain/customers/record-values";
import type { StatusColumns } from "~/domain/registrations/status";
import { parseStoredDate } from "~/platform/dates/date-text";
import { NOT_CONFIGURED } from "./state";

/** The connection to the shop's Agora. */
export const agoraConnection = defineConnection({
  name: "agora",
  title: "Agora",
  about:
    "The learning and reseller system that approved students and staff are synced to. Leave the address blank to turn it off.",
  address: {
    label: "Address",
    placeholder: "https://agora.example.com/api",
    helpText: "Customers are sent to this address followed by /users.",
  },
  secret: { name: "key", label: "Key", storedFlag: "hasKey" },
  notConfigured: NOT_CONFIGURED,
  nextStep: "Approved customers can now be synced to Agora.",
  test: {
    checks: "Agora accepts the key",
    steps: [
      {
        name: "Sign-in",
        async run(access) {
          await liveAgora(access).testKey();
          return "Agora accepts the key.";
        },
      },
    ],
  },
});

/** What of the mirror makes a person for Agora. */
export type AgoraSource = Pick<
  MirrorRow,
  "id" | "email" | "first_name" | "last_name" | "phone" | "country_code" | "tags" | "metafields"
> &
  StatusColumns;

/** The data of a person that Agora gets, without the version. */
export type AgoraContent = Omit<AgoraUser, "version">;

/** What Agora gets of a customer: equal for one who was just read from the store, and for their row in the mirror. */
export function agoraContentOf(row: AgoraSource): AgoraContent {
  const metafield = (name: string) => String(row.metafields[name] ?? "");
  const date = (name: string) => parseStoredDate(metafield(name)) ?? "";
  const values = recordValues(row);
  const types = [
    row.student_status === "approved" ? ("student" as const) : null,
    row.staff_status === "approved" ? ("staff" as const) : null,
  ];
  return {
    external_id: String(row.id),
    user_types: types.filter((type) => type !== null),
    email: row.email ?? "",
    first_name: row.first_name ?? "",
    last_name: row.last_name ?? "",
    phone: metafield("profile.phone") || (row.phone ?? ""),
    country: metafield("profile.country") || (row.country_code ?? ""),
    school: metafield("stp.school"),
    course: metafield("stp.course"),
    state: metafield("stp.state"),
    start_date: date("stp.start_date"),
    end_date: date("stp.end_date"),
    crm_id: values.crm_id ?? "",
    as400_id: values.as400_id ?? "",
    linked_distributor: metafield("profile.link_distributor"),
    distributor_name: metafield("profile.distributor_name"),
    email_policy_consent: metafield("profile.email_policy_consent") === "1",
    privacy_policy_consent: metafield("profile.privacy_policy_consent") === "1",
  };
}

/** Compares contents without storing the person's data. */
export const digestOf = (content: AgoraContent): string =>
  createHash("sha256").update(JSON.stringify(content)).digest("base64url");
