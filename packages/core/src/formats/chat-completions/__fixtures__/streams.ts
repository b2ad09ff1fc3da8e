/** One upstream's stream as it is on the wire, and its content in the lines of `linesOf`. */
export interface RecordedStream {
  readonly upstream: string;
  readonly text: string;
  readonly lines: readonly string[];
}

function streamOf(...data: readonly string[]): string {
  return data.map((line) => `data: ${line}\n\n`).join("");
}

const openai =
  '"id":"chatcmpl-B1","object":"chat.completion.chunk","created":1763700000,"model":"gpt-5.1","service_tier":"default","system_fingerprint":"fp_1"';
const vllm =
  '"id":"chatcmpl-7f3a","object":"chat.completion.chunk","created":1763700000,"model":"Qwen/Qwen3-32B"';
const ollama =
  '"id":"chatcmpl-812","object":"chat.completion.chunk","created":1763700000,"model":"qwen3","system_fingerprint":"fp_ollama"';
const llama =
  '"id":"chatcmpl-Xy","object":"chat.completion.chunk","created":1763700000,"model":"local","system_fingerprint":"b9001"';
const deepseek =
  '"id":"5b2f0d4e-0c1d","object":"chat.completion.chunk","created":1763700000,"model":"deepseek-reasoner","system_fingerprint":"fp_ds"';
const openrouter =
  '"id":"gen-1763700000-aB","provider":"Anthropic","model":"anthropic/claude-sonnet-4.5","object":"chat.completion.chunk","created":1763700000';
const mistral =
  '"id":"cmpl-e5cc70bb","object":"chat.completion.chunk","created":1763700000,"model":"magistral-medium-latest"';
const groq =
  '"id":"chatcmpl-8cc1","object":"chat.completion.chunk","created":1763700000,"model":"llama-3.3-70b-versatile","system_fingerprint":"fp_gq"';

/** Handwritten streams in the style of the most common servers. */
export const recordedStreams: readonly RecordedStream[] = [
  {
    upstream: "OpenAI: calls in small pieces, usage in a chunk of its own",
    text: streamOf(
      `{${openai},"choices":[{"index":0,"delta":{"role":"assistant","content":null,"tool_calls":[{"index":0,"id":"call_A","type":"function","function":{"name":"get_weather","arguments":""}}],"refusal":null},"logprobs":null,"finish_reason":null}],"usage":null,"obfuscation":"x1"}`,
      `{${openai},"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"{\\"city\\""}}]},"logprobs":null,"finish_reason":null}],"usage":null,"obfuscation":"x"}`,
      `{${openai},"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":":\\"Köln\\"}"}}]},"logprobs":null,"finish_reason":null}],"usage":null,"obfuscation":""}`,
      `{${openai},"choices":[{"index":0,"delta":{"tool_calls":[{"index":1,"id":"call_B","type":"function","function":{"name":"get_time","arguments":""}}]},"logprobs":null,"finish_reason":null}],"usage":null}`,
      `{${openai},"choices":[{"index":0,"delta":{"tool_calls":[{"index":1,"function":{"arguments":"{}"}}]},"logprobs":null,"finish_reason":null}],"usage":null}`,
      `{${openai},"choices":[{"index":0,"delta":{},"logprobs":null,"finish_reason":"tool_calls"}],"usage":null}`,
      `{${openai},"choices":[],"usage":{"prompt_tokens":80,"completion_tokens":30,"total_tokens":110,"prompt_tokens_details":{"cached_tokens":64,"audio_tokens":0},"completion_tokens_details":{"reasoning_tokens":0,"audio_tokens":0,"accepted_prediction_tokens":0,"rejected_prediction_tokens":0}}}`,
      "[DONE]",
    ),
    lines: ['0 call_A get_weather: {"city"|:"Köln"}', "1 call_B get_time: {}", "tool_calls"],
  },
  {
    upstream: "vLLM: usage in every chunk, reasoning, the finish reason beside the last text",
    text: streamOf(
      `{${vllm},"choices":[{"index":0,"delta":{"role":"assistant","content":""},"logprobs":null,"finish_reason":null}],"usage":{"prompt_tokens":21,"total_tokens":21,"completion_tokens":0}}`,
      `{${vllm},"choices":[{"index":0,"delta":{"reasoning":"The user"},"logprobs":null,"finish_reason":null}],"usage":{"prompt_tokens":21,"total_tokens":23,"completion_tokens":2}}`,
      `{${vllm},"choices":[{"index":0,"delta":{"reasoning":" greets."},"logprobs":null,"finish_reason":null}],"usage":{"prompt_tokens":21,"total_tokens":25,"completion_tokens":4}}`,
      `{${vllm},"choices":[{"index":0,"delta":{"content":"\\n\\nHi 👋"},"logprobs":null,"finish_reason":null}],"usage":{"prompt_tokens":21,"total_tokens":27,"completion_tokens":6}}`,
      `{${vllm},"choices":[{"index":0,"delta":{"content":"!"},"logprobs":null,"finish_reason":"stop","stop_reason":null}],"usage":{"prompt_tokens":21,"total_tokens":28,"completion_tokens":7}}`,
      `{${vllm},"choices":[],"usage":{"prompt_tokens":21,"total_tokens":28,"completion_tokens":7}}`,
      "[DONE]",
    ),
    lines: ["0 thinking: The user| greets.", "1 text: \n\nHi 👋|!", "end"],
  },
  {
    upstream: "Ollama: whole calls that all have the index 0, and stop behind them",
    text: streamOf(
      `{${ollama},"choices":[{"index":0,"delta":{"role":"assistant","content":"","tool_calls":[{"id":"call_o1","index":0,"type":"function","function":{"name":"add","arguments":"{\\"a\\":1,\\"b\\":2}"}}]},"finish_reason":null}]}`,
      `{${ollama},"choices":[{"index":0,"delta":{"role":"assistant","content":"","tool_calls":[{"id":"call_o2","index":0,"type":"function","function":{"name":"add","arguments":"{\\"a\\":3,\\"b\\":4}"}}]},"finish_reason":null}]}`,
      `{${ollama},"choices":[{"index":0,"delta":{"role":"assistant","content":""},"finish_reason":"stop"}]}`,
      `{${ollama},"choices":[],"usage":{"prompt_tokens":190,"completion_tokens":44,"total_tokens":234}}`,
      "[DONE]",
    ),
    lines: ['0 call_o1 add: {"a":1,"b":2}', '1 call_o2 add: {"a":3,"b":4}', "tool_calls"],
  },
  {
    upstream: "llama.cpp: comments, CRLF, timings instead of usage",
    text: [
      ": connected\r\n\r\n",
      `data: {"choices":[{"finish_reason":null,"index":0,"delta":{"role":"assistant","content":null}}],${llama}}\r\n\r\n`,
      ": keep-alive\r\n\r\n",
      `data: {"choices":[{"finish_reason":null,"index":0,"delta":{"content":"Zwölf"}}],${llama}}\r\n\r\n`,
      `data: {"choices":[{"finish_reason":"length","index":0,"delta":{}}],${llama},"timings":{"cache_n":30,"prompt_n":6,"prompt_ms":9.1,"predicted_n":3,"predicted_ms":20.2}}\r\n\r\n`,
      "data: [DONE]\r\n\r\n",
    ].join(""),
    lines: ["0 text: Zwölf", "max_tokens"],
  },
  {
    upstream:
      "DeepSeek: reasoning in reasoning_content beside null content, usage with the finish reason",
    text: `: keep-alive\n\n${streamOf(
      `{${deepseek},"choices":[{"index":0,"delta":{"role":"assistant","content":null,"reasoning_content":""},"logprobs":null,"finish_reason":null}]}`,
      `{${deepseek},"choices":[{"index":0,"delta":{"content":null,"reasoning_content":"9.11"},"logprobs":null,"finish_reason":null}]}`,
      `{${deepseek},"choices":[{"index":0,"delta":{"content":"9.8","reasoning_content":null},"logprobs":null,"finish_reason":null}]}`,
      `{${deepseek},"choices":[{"index":0,"delta":{"content":"","reasoning_content":null},"logprobs":null,"finish_reason":"stop"}],"usage":{"prompt_tokens":20,"completion_tokens":8,"total_tokens":28,"prompt_tokens_details":{"cached_tokens":16},"completion_tokens_details":{"reasoning_tokens":4},"prompt_cache_hit_tokens":16,"prompt_cache_miss_tokens":4}}`,
      "[DONE]",
    )}`,
    lines: ["0 thinking: 9.11", "1 text: 9.8", "end"],
  },
  {
    upstream: "OpenRouter: comments, the reasoning sent twice, its signature at the end",
    text: `: OPENROUTER PROCESSING\n\n${streamOf(
      `{${openrouter},"choices":[{"index":0,"delta":{"role":"assistant","content":"","reasoning":"Hm","reasoning_details":[{"type":"reasoning.text","text":"Hm","format":"anthropic-claude-v1","index":0}]},"finish_reason":null,"native_finish_reason":null,"logprobs":null}]}`,
      `{${openrouter},"choices":[{"index":0,"delta":{"role":"assistant","content":"","reasoning":null,"reasoning_details":[{"type":"reasoning.text","signature":"EqQBCg==","format":"anthropic-claude-v1","index":0}]},"finish_reason":null,"native_finish_reason":null,"logprobs":null}]}`,
      `{${openrouter},"choices":[{"index":0,"delta":{"role":"assistant","content":"Yes"},"finish_reason":null,"native_finish_reason":null,"logprobs":null}]}`,
      `{${openrouter},"choices":[{"index":0,"delta":{"role":"assistant","content":""},"finish_reason":"stop","native_finish_reason":"end_turn","logprobs":null}]}`,
      `{${openrouter},"choices":[{"index":0,"delta":{"role":"assistant","content":""},"finish_reason":null,"native_finish_reason":null,"logprobs":null}],"usage":{"prompt_tokens":12,"completion_tokens":9,"total_tokens":21,"cost":0.0001}}`,
      "[DONE]",
    )}`,
    lines: ["0 thinking: Hm|signed EqQBCg==", "1 text: Yes", "end"],
  },
  {
    upstream: "Mistral: content in parts, a whole call with the finish reason",
    text: streamOf(
      `{${mistral},"choices":[{"index":0,"delta":{"role":"assistant","content":""},"finish_reason":null}]}`,
      `{${mistral},"choices":[{"index":0,"delta":{"content":[{"type":"thinking","thinking":[{"type":"text","text":"Look it up."}]}]},"finish_reason":null}]}`,
      `{${mistral},"choices":[{"index":0,"delta":{"content":"","tool_calls":[{"id":"D681PevKs","function":{"name":"search","arguments":"{\\"q\\": \\"x\\"}"},"index":0}]},"finish_reason":"tool_calls"}],"usage":{"prompt_tokens":70,"total_tokens":95,"completion_tokens":25}}`,
      "[DONE]",
    ),
    lines: ["0 thinking: Look it up.", '1 D681PevKs search: {"q": "x"}', "tool_calls"],
  },
  {
    upstream: "Groq: usage under x_groq beside the finish reason",
    text: streamOf(
      `{${groq},"choices":[{"index":0,"delta":{"role":"assistant","content":""},"logprobs":null,"finish_reason":null}],"x_groq":{"id":"req_01"}}`,
      `{${groq},"choices":[{"index":0,"delta":{"content":"Fast"},"logprobs":null,"finish_reason":null}]}`,
      `{${groq},"choices":[{"index":0,"delta":{},"logprobs":null,"finish_reason":"stop"}],"x_groq":{"id":"req_01","usage":{"queue_time":0.1,"prompt_tokens":36,"completion_tokens":2,"total_tokens":38}}}`,
      "[DONE]",
    ),
    lines: ["0 text: Fast", "end"],
  },
];
