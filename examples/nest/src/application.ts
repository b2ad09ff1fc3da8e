import { Controller, Get, Module } from "@nestjs/common";
import { Gateway } from "./gateway.js";

@Controller()
class Pages {
  @Get()
  home(): string {
    return "The application's own page.";
  }
}

@Module({ controllers: [Pages], providers: [Gateway] })
export class Application {}
