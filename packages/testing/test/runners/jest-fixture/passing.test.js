const { createFake } = require("@diglot/testing");
const { useFake } = require("@diglot/testing/jest");
const { ask, weather } = require("./ask.js");

describe("with a fake for the block", () => {
  const fake = useFake();

  test("the first test has it for itself", async () => {
    fake.script(["Hello!"]);
    const { choices } = await ask(fake, "Hi");
    expect(choices[0].message.content).toBe("Hello!");
    expect(fake).toHaveReceivedRequests(1);
  });

  test("the second one finds it as new", async () => {
    expect(fake).toHaveReceivedRequests(0);
    fake.script([{ toolCalls: [{ name: "get_weather", arguments: { city: "Paris" } }] }]);
    await ask(fake, "What's the weather?", [weather]);
    expect(fake).toHaveBeenSatisfied();
    expect(fake).toHaveReceivedTool("get_weather");
    expect(fake.calls[0]).toHaveCalledTool("get_weather", { city: expect.any(String) });
    expect(fake).toMatchConversation([
      "user: What's the weather?",
      'assistant: get_weather({ "city": "Paris" })',
    ]);
    expect(fake).not.toHaveAnswered("weather");
  });
});

test("a fake of its own", async () => {
  const fake = createFake({ script: ["Yes."] });
  await ask(fake, "Really?");
  expect(fake).toHaveAnswered(/^Yes\.$/);
  fake.verify();
});
