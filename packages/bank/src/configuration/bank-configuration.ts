import type { Certificate } from "@varde/protocol";
import { bankSettings } from "./bank-settings.ts";
import { defaultValues } from "./load-configuration.ts";
import type { SettingValues } from "./setting.ts";

/** The switches of a bank, with the certificates themselves as anchors. */
export interface BankConfiguration extends Omit<SettingValues<typeof bankSettings>, "anchors"> {
  /** Certificates of authorities that TPPs' certificates may chain to. */
  readonly anchors: readonly Certificate[];
}

/**
 * Whether PSUs may be sent back to plain http on their own machine (RED-11): in a sandbox, and in a
 * trial whose own address is plain http, which production accepts on loopback only.
 */
export const acceptsLoopbackHttp = ({
  mode,
  publicUrl,
}: Pick<BankConfiguration, "mode" | "publicUrl">): boolean =>
  mode === "sandbox" || publicUrl.startsWith("http:");

export const sandboxConfiguration: BankConfiguration = {
  ...defaultValues(bankSettings),
  anchors: [],
};

/**
 * Defaults for a bank in production, without what only the bank knows: its id, name and
 * address, and the authorities it trusts.
 */
export const productionDefaults: Omit<BankConfiguration, "bankName" | "publicUrl" | "anchors"> =
  (() => {
    const { bankName: _name, publicUrl: _url, anchors: _anchors, ...rest } = sandboxConfiguration;
    return { ...rest, mode: "production", trust: "anchors", appApproval: false };
  })();
