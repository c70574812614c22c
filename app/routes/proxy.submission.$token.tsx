/** The first link of a submission, `/apps/backroom/submission/{token}/`: from its form, and from emails that an earlier version sent. */
export { action, loader } from "./proxy.request.$token";
