/** One upstream's stream as it is on the wire, and the blocks that it contains. */
export interface RecordedStream {
  readonly upstream: string;
  readonly text: string;
  /**
   * `thinking: Hm (sig)`, `text: a`, `call toolu_1 f: {}`, `native server_tool_use`; the last one
   * is the stop reason.
   */
  readonly lines: readonly string[];
}

/** Frames with their event names; the vendor pads some lines with spaces. */
function streamOf(...data: readonly string[]): string {
  return data.map((line) => `event: ${typeOf(line)}\ndata: ${line}\n\n`).join("");
}

function typeOf(line: string): string {
  return /"type":\s?"(\w+)"/.exec(line)?.[1] ?? "";
}

/** Streams in the manner of the most common servers, written by hand. */
export const recordedStreams: readonly RecordedStream[] = [
  {
    upstream:
      "Anthropic: thinking with a signature, a redacted block, text, calls, all counts at the end",
    text: streamOf(
      '{"type":"message_start","message":{"model":"claude-sonnet-4-5-20250929","id":"msg_01XFDUDYJgAACzvnptvVoYEL","type":"message","role":"assistant","content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":12,"cache_creation_input_tokens":30,"cache_read_input_tokens":100,"cache_creation":{"ephemeral_5m_input_tokens":30,"ephemeral_1h_input_tokens":0},"output_tokens":3,"service_tier":"standard","inference_geo":"not_available"}}     }',
      '{"type":"content_block_start","index":0,"content_block":{"type":"thinking","thinking":"","signature":""}           }',
      '{"type": "ping"}',
      '{"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"Zwei Orte,"}     }',
      '{"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":" zwei Aufrufe 🌧"}               }',
      '{"type":"content_block_delta","index":0,"delta":{"type":"signature_delta","signature":"EqQBCgIYAhIM+/=="}       }',
      '{"type":"content_block_stop","index":0   }',
      '{"type":"content_block_start","index":1,"content_block":{"type":"redacted_thinking","data":"EvAFCoYBGAIiQL7asgC="}  }',
      '{"type":"content_block_stop","index":1        }',
      '{"type":"content_block_start","index":2,"content_block":{"type":"text","text":""}     }',
      '{"type":"content_block_delta","index":2,"delta":{"type":"text_delta","text":"Ich schaue"}}',
      '{"type":"content_block_delta","index":2,"delta":{"type":"text_delta","text":" nach. "}  }',
      '{"type":"content_block_stop","index":2}',
      '{"type":"content_block_start","index":3,"content_block":{"type":"tool_use","id":"toolu_01T1x1fJ34qAmk2tNTrN7Up6","name":"weather","input":{}}           }',
      '{"type":"content_block_delta","index":3,"delta":{"type":"input_json_delta","partial_json":""}  }',
      '{"type":"content_block_delta","index":3,"delta":{"type":"input_json_delta","partial_json":"{\\"place\\": \\"K"}        }',
      '{"type":"content_block_delta","index":3,"delta":{"type":"input_json_delta","partial_json":"öln\\", \\"days\\": 2}"}    }',
      '{"type":"content_block_stop","index":3    }',
      '{"type":"content_block_start","index":4,"content_block":{"type":"tool_use","id":"toolu_01D7FLrfh4GYq7yT1ULFeyMV","name":"clock","input":{}}    }',
      '{"type":"content_block_delta","index":4,"delta":{"type":"input_json_delta","partial_json":""}     }',
      '{"type":"content_block_stop","index":4            }',
      '{"type":"message_delta","delta":{"stop_reason":"tool_use","stop_sequence":null},"usage":{"input_tokens":12,"cache_creation_input_tokens":30,"cache_read_input_tokens":100,"output_tokens":89}           }',
      '{"type":"message_stop"           }',
    ),
    lines: [
      "thinking: Zwei Orte, zwei Aufrufe 🌧 (EqQBCgIYAhIM+/==)",
      "redacted EvAFCoYBGAIiQL7asgC=",
      "text: Ich schaue nach. ",
      'call toolu_01T1x1fJ34qAmk2tNTrN7Up6 weather: {"place": "Köln", "days": 2}',
      "call toolu_01D7FLrfh4GYq7yT1ULFeyMV clock: ",
      "tool_calls",
    ],
  },
  {
    upstream: "Anthropic: a search that the server runs, text split into blocks by its citations",
    text: streamOf(
      '{"type":"message_start","message":{"id":"msg_01G","type":"message","role":"assistant","model":"claude-sonnet-4-5-20250929","content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":2679,"cache_creation_input_tokens":0,"cache_read_input_tokens":0,"output_tokens":3}}}',
      '{"type":"content_block_start","index":0,"content_block":{"type":"server_tool_use","id":"srvtoolu_014h","name":"web_search","input":{}}}',
      '{"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{\\"query\\": \\"height"}}',
      '{"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":" of K2\\"}"}}',
      '{"type":"content_block_stop","index":0}',
      '{"type":"content_block_start","index":1,"content_block":{"type":"web_search_tool_result","tool_use_id":"srvtoolu_014h","content":[{"type":"web_search_result","title":"K2","url":"https://peaks.example/k2","encrypted_content":"EoUCCioI","page_age":null}]}}',
      '{"type":"content_block_stop","index":1}',
      '{"type":"content_block_start","index":2,"content_block":{"type":"text","text":""}}',
      '{"type":"content_block_delta","index":2,"delta":{"type":"text_delta","text":"K2 is "}}',
      '{"type":"content_block_stop","index":2}',
      '{"type":"content_block_start","index":3,"content_block":{"citations":[],"type":"text","text":""}}',
      '{"type":"content_block_delta","index":3,"delta":{"type":"citations_delta","citation":{"type":"web_search_result_location","cited_text":"8,611 m","url":"https://peaks.example/k2","title":"K2","encrypted_index":"Eo8B"}}}',
      '{"type":"content_block_delta","index":3,"delta":{"type":"text_delta","text":"8,611 metres"}}',
      '{"type":"content_block_stop","index":3}',
      '{"type":"content_block_start","index":4,"content_block":{"type":"text","text":""}}',
      '{"type":"content_block_delta","index":4,"delta":{"type":"text_delta","text":" high."}}',
      '{"type":"content_block_stop","index":4}',
      '{"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null},"usage":{"input_tokens":10682,"cache_creation_input_tokens":0,"cache_read_input_tokens":0,"output_tokens":510,"server_tool_use":{"web_search_requests":1}}}',
      '{"type":"message_stop"}',
    ),
    lines: [
      "native server_tool_use",
      "native web_search_tool_result",
      "text: K2 is ",
      "text: 8,611 metres",
      "text:  high.",
      "end",
    ],
  },
  {
    upstream: "llama.cpp: blocks that overlap and all close at the end, no ping, few counts",
    text: streamOf(
      '{"type":"message_start","message":{"id":"chatcmpl-7Yw","type":"message","role":"assistant","content":[],"model":"local","stop_reason":null,"stop_sequence":null,"usage":{"cache_read_input_tokens":5,"input_tokens":36,"output_tokens":0}}}',
      '{"type":"content_block_start","index":0,"content_block":{"type":"thinking","thinking":""}}',
      '{"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"Look it up."}}',
      '{"type":"content_block_start","index":1,"content_block":{"type":"text","text":""}}',
      '{"type":"content_block_delta","index":1,"delta":{"type":"text_delta","text":"One moment."}}',
      '{"type":"content_block_start","index":2,"content_block":{"type":"tool_use","id":"pLq3","name":"search"}}',
      '{"type":"content_block_delta","index":2,"delta":{"type":"input_json_delta","partial_json":"{\\"q\\":"}}',
      '{"type":"content_block_delta","index":2,"delta":{"type":"input_json_delta","partial_json":"\\"x\\"}"}}',
      '{"type":"content_block_delta","index":0,"delta":{"type":"signature_delta","signature":""}}',
      '{"type":"content_block_stop","index":0}',
      '{"type":"content_block_stop","index":1}',
      '{"type":"content_block_stop","index":2}',
      '{"type":"message_delta","delta":{"stop_reason":"tool_use","stop_sequence":null},"usage":{"output_tokens":21}}',
      '{"type":"message_stop"}',
    ),
    lines: [
      "thinking: Look it up.",
      "text: One moment.",
      'call pLq3 search: {"q":"x"}',
      "tool_calls",
    ],
  },
  {
    upstream:
      "Ollama: no counts at the start, a call's whole input in one piece, cut by the token limit",
    text: streamOf(
      '{"type":"message_start","message":{"id":"msg_3f9","type":"message","role":"assistant","model":"qwen3","content":[],"usage":{"input_tokens":0,"output_tokens":0}}}',
      '{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"call_o1","name":"add","input":{}}}',
      '{"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{\\"a\\":1,\\"b\\":2}"}}',
      '{"type":"content_block_stop","index":0}',
      '{"type":"content_block_start","index":1,"content_block":{"type":"text","text":""}}',
      '{"type":"content_block_delta","index":1,"delta":{"type":"text_delta","text":"And th"}}',
      '{"type":"content_block_stop","index":1}',
      '{"type":"message_delta","delta":{"stop_reason":"max_tokens"},"usage":{"input_tokens":190,"output_tokens":44}}',
      '{"type":"message_stop"}',
    ),
    lines: ['call call_o1 add: {"a":1,"b":2}', "text: And th", "max_tokens"],
  },
];
