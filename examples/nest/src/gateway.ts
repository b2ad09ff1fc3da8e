import { chatCompletionsUpstream, createMemoryKeys, createService } from "@diglot/core";
import { type BeforeApplicationShutdown, Injectable } from "@nestjs/common";

const { UPSTREAM_URL, GATEWAY_KEY = "local-secret" } = process.env;

/** The service as a provider. It lets running streams end before Nest stops to listen. */
@Injectable()
export class Gateway implements BeforeApplicationShutdown {
  readonly service = createService({
    models: [
      chatCompletionsUpstream({
        id: "local",
        baseUrl: UPSTREAM_URL ?? "http://127.0.0.1:11434/v1",
      }),
    ],
    keys: createMemoryKeys([{ key: GATEWAY_KEY }]),
  });

  async beforeApplicationShutdown(): Promise<void> {
    await this.service.close({ timeout: 5_000 });
  }
}
