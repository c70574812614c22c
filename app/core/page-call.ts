import type {
  AnyContractProcedure,
  ContractProcedure,
  InferSchemaInput,
  InferSchemaOutput,
} from "@orpc/contract";
import type { PageCall } from "~/platform/page-call";
import type { Contracts, Pages } from "./function-entry";

/** The names of all calls, such as "coupons.resend". */
export type CallName<C> = {
  [K in keyof C & string]: C[K] extends AnyContractProcedure ? K : `${K}.${CallName<C[K]>}`;
}[keyof C & string];

type CallAt<C, Name extends string> = Name extends `${infer Key}.${infer Rest}`
  ? Key extends keyof C
    ? CallAt<C[Key], Rest>
    : never
  : Name extends keyof C
    ? C[Name]
    : never;

/** What a call takes. */
export type CallInput<C, Name extends string> =
  CallAt<C, Name> extends ContractProcedure<infer I, infer _O, infer _E, infer _M>
    ? InferSchemaInput<I>
    : never;

/** What a call answers. */
export type CallOutput<C, Name extends string> =
  CallAt<C, Name> extends ContractProcedure<infer _I, infer O, infer _E, infer _M>
    ? InferSchemaOutput<O>
    : never;

/** An input, or its body, without the fields that a form gives. */
type GivenInput<I> = { [K in keyof I]?: K extends "body" ? GivenBody<I[K]> : I[K] };

type GivenBody<Body> = Body extends readonly unknown[] ? Body : Partial<Body>;

/**
 * Calls as a function's pages post them: `const couponCall = callsOf(couponsFunction)`, then `couponCall("coupons.resend", { id })`. A form
 * gives the fields of its call that it shows, so not all are needed here.
 */
export const callsOf =
  <C extends Contracts>(_pages: Pages<C>) =>
  <Name extends CallName<C>>(
    call: Name,
    input: GivenInput<CallInput<C, Name>>,
    about?: string,
  ): PageCall => ({
    call,
    input: input as PageCall["input"],
    about,
  });
