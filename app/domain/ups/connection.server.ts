import { liveUps } from "~/connectors/ups/live.server";
import { type UpsAddress, UpsFailed, UpsRefused } from "~/connectors/ups/port";
import { defineConnection } from "~/core/connections/define-connection.server";
import { badRequest, Refusal, upstreamFailed } from "~/platform/errors";
import { US_STATES } from "./us-states";

const UPS_ADDRESS = "https://onlinetools.ups.com";
const TWO_DIGITS = { source: "^\\d{0,2}$", message: "must be two digits" };

/** The connection to the shop's UPS account, what is bought for returns, and where they are sent. */
export const upsConnection = defineConnection({
  name: "ups",
  title: "UPS",
  about: "The carrier of returns. Leave the address blank to turn it off.",
  address: {
    label: "Address of UPS",
    placeholder: UPS_ADDRESS,
    helpText: `${UPS_ADDRESS} buys labels. https://wwwcie.ups.com is UPS's test system.`,
  },
  account: [
    {
      fields: [
        {
          name: "accountNumber",
          label: "Account number",
          maxLength: 6,
          pattern: { source: "^([A-Za-z0-9]{6})?$", message: "must be six letters or digits" },
        },
        { name: "clientId", label: "Client id", maxLength: 200 },
      ],
    },
  ],
  secret: { name: "clientSecret", label: "Client secret", storedFlag: "hasSecret" },
  options: [
    {
      fields: [
        {
          name: "service",
          label: "Service",
          maxLength: 2,
          pattern: TWO_DIGITS,
          initial: "03",
          options: [
            { label: "UPS Ground", value: "03" },
            { label: "UPS 3 Day Select", value: "12" },
            { label: "UPS 2nd Day Air", value: "02" },
            { label: "UPS Next Day Air", value: "01" },
          ],
        },
        {
          name: "packaging",
          label: "Package",
          maxLength: 2,
          pattern: TWO_DIGITS,
          initial: "02",
          options: [
            { label: "Customer's own package", value: "02" },
            { label: "UPS Pak", value: "04" },
            { label: "UPS Express Box", value: "21" },
          ],
        },
      ],
    },
    {
      title: "Returns are sent to",
      fields: [
        { name: "returnName", label: "Name", maxLength: 35 },
        { name: "returnAddress", label: "Street", maxLength: 35 },
      ],
    },
    {
      fields: [
        { name: "returnCity", label: "City", maxLength: 30 },
        {
          name: "returnState",
          label: "State",
          maxLength: 2,
          pattern: {
            source: `^(${Object.keys(US_STATES).join("|")})?$`,
            message: "must be a state's two letters",
          },
          initial: "MD",
          options: Object.entries(US_STATES).map(([value, label]) => ({ value, label })),
        },
      ],
    },
    {
      fields: [
        {
          name: "returnZip",
          label: "ZIP code",
          maxLength: 10,
          pattern: { source: "^(\\d{5}(-\\d{4})?)?$", message: "must be 12345 or 12345-6789" },
        },
        { name: "returnPhone", label: "Phone", maxLength: 15, inputMode: "tel" },
      ],
    },
  ],
  notConfigured: "UPS isn't set up for this shop. The account owner can do it on Settings.",
  nextStep: "Returns can now be created with labels of UPS.",
  test: {
    checks: "UPS accepts the client and knows the address that returns are sent to",
    steps: [
      {
        name: "Sign-in",
        async run(access) {
          await explained(liveUps(access).signIn());
          return "UPS accepts the client.";
        },
      },
      {
        name: "Return address",
        async run(access) {
          if (!(await explained(liveUps(access).isAddressValid(returnAddressOf(access)))))
            throw badRequest("UPS doesn't know the return address. Correct it.");
          return "UPS knows the return address.";
        },
      },
    ],
  },
});

/** What UPS refused or didn't do, as a refusal. */
async function explained<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Refusal) throw error;
    if (error instanceof UpsRefused)
      throw upstreamFailed(`UPS refuses the request: ${error.message} Check the client id and the secret.`);
    const happened = error instanceof UpsFailed ? error.message : "UPS didn't answer.";
    throw upstreamFailed(`${happened} Try again in a few minutes.`);
  }
}

/** The settings that make the address that returns are sent to. */
interface ReturnAddressSettings {
  returnName: string;
  returnAddress: string;
  returnCity: string;
  returnState: string;
  returnZip: string;
  returnPhone: string;
}

/** The address that returns are sent to. */
export const returnAddressOf = (settings: ReturnAddressSettings): UpsAddress => ({
  name: settings.returnName,
  lines: [settings.returnAddress],
  city: settings.returnCity,
  state: settings.returnState,
  zip: settings.returnZip,
  phone: settings.returnPhone.replace(/\D/g, ""),
});
