/** Thrown when the bank cannot run as configured. The message has a sentence for each fault. */
export class ConfigurationRefused extends Error {
  override readonly name = "ConfigurationRefused";
}
