/** Thrown when the bank cannot run as configured. The message is one sentence for the operator. */
export class ConfigurationRefused extends Error {
  override readonly name = "ConfigurationRefused";
}
