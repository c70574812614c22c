/** The links of emails that an earlier version sent, `/apps/backroom/giveaway/confirm/{token}/`. They work for a day. */
export { action, loader } from "./proxy.confirm.$token";
