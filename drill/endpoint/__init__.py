"""A client for any server that speaks OpenAI's chat completions: Ollama, vLLM, llama.cpp, a provider."""
