/// Completion scripts, made from the option tables.
enum Completion {
    /// The script for one shell.
    static func script(of tool: Tool, for shell: Shell) -> String {
        switch shell {
        case .bash: BashCompletion.script(of: tool)
        case .zsh: ZshCompletion.script(of: tool)
        }
    }

    /// What the first argument of a command offers; the command names for help.
    static func argument(of spec: CommandSpec, in tool: Tool) -> ValueCompletion {
        spec.name == HelpCommand.spec.name ? .words(tool.firstWords) : spec.arguments.first?.completion ?? .none
    }
}

extension Tool {
    /// What may follow the name of the program.
    var firstWords: [String] {
        names.reduce(into: []) { words, name in
            let first = name.split(separator: " ").first.map(String.init) ?? name
            if !words.contains(first) { words.append(first) }
        }
    }
}

/// The script for bash 3.2 and later; it needs no bash-completion package.
enum BashCompletion {
    static func script(of tool: Tool) -> String {
        let function = "_" + tool.name.map { $0 == "-" ? "_" : String($0) }.joined()
        var text = """
            # Completion of \(tool.name) for bash: source <(\(tool.name) completion bash)
            \(function)() {
                local word="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD-1]}" command="${COMP_WORDS[1]}"
                local IFS=$'\\n'
                COMPREPLY=()
                # --name=value comes as three words.
                if [[ $word == "=" ]]; then word=""; elif [[ $previous == "=" ]]; then previous="${COMP_WORDS[COMP_CWORD-2]}"; fi
                if [[ $COMP_CWORD -eq 1 ]]; then
                    COMPREPLY=($(compgen -W '\(lines(tool.firstWords + ["--help", "--version"]))' -- "$word"))
                    return
                fi

            """
        for group in tool.groups {
            text += """
                    if [[ $command == \(group) ]]; then
                        if [[ $COMP_CWORD -eq 2 ]]; then
                            COMPREPLY=($(compgen -W '\(lines(tool.names(in: group)))' -- "$word"))
                            return
                        fi
                        command="\(group) ${COMP_WORDS[2]}"
                    fi

                """
        }
        text += "    case \"$command\" in\n"
        for command in tool.commands { text += cases(of: command.spec, in: tool) }
        text += """
                esac
            }
            complete -o filenames -F \(function) \(tool.name)

            """
        return text
    }

    private static func cases(of spec: CommandSpec, in tool: Tool) -> String {
        var text = "    \(pattern(spec.name)))\n"
        let valued = spec.options.filter { $0.valueName != nil }
        if !valued.isEmpty {
            text += "        case \"$previous\" in\n"
            for option in valued {
                text += "        \(option.typed)) \(reply(option.completion)); return ;;\n"
            }
            text += "        esac\n"
        }
        text += "        if [[ $word == -* ]]; then\n"
        text += "            COMPREPLY=($(compgen -W '\(lines(spec.options.map(\.typed)))' -- \"$word\"))\n"
        text += "        else\n            \(reply(Completion.argument(of: spec, in: tool)))\n        fi ;;\n"
        return text
    }

    /// The name as a pattern of the shell.
    private static func pattern(_ name: String) -> String { name.contains(" ") ? "\"\(name)\"" : name }

    /// The statement that offers something.
    private static func reply(_ completion: ValueCompletion) -> String {
        switch completion {
        case .none: return "COMPREPLY=()"
        case .folders: return "COMPREPLY=($(compgen -d -- \"$word\"))"
        case .words(let words): return "COMPREPLY=($(compgen -W '\(lines(words))' -- \"$word\"))"
        case .files(let endings):
            if endings.isEmpty { return "COMPREPLY=($(compgen -f -- \"$word\"))" }
            // Folders, to walk into, and the files with an ending that fits.
            let files = endings.map { "compgen -f -X '!*.\($0)' -- \"$word\"" }
            return "COMPREPLY=($(compgen -d -- \"$word\"; \(files.joined(separator: "; "))))"
        }
    }

    /// Words one a line, as the script's separator is the end of a line.
    private static func lines(_ words: [String]) -> String { words.joined(separator: "\n") }
}

/// The script for zsh.
enum ZshCompletion {
    static func script(of tool: Tool) -> String {
        let function = "_" + tool.name
        var text = """
            #compdef \(tool.name)
            # Completion of \(tool.name) for zsh: a file named \(function) in a folder of $fpath, or sourced after compinit.
            \(function)() {
                local -a commands
                commands=(

            """
        for word in tool.firstWords {
            let summary = tool.command(named: word)?.spec.summary ?? tool.names(in: word).joined(separator: ", ")
            text += "        \(quoted(word + ":" + summary))\n"
        }
        text += """
                )
                if (( CURRENT == 2 )); then
                    _describe command commands
                    _arguments '--help[Show help]' '--version[Show the version]'
                    return
                fi
                local command=$words[2]
                shift words
                (( CURRENT-- ))

            """
        for group in tool.groups {
            text += """
                    if [[ $command == \(group) ]]; then
                        if (( CURRENT == 2 )); then
                            compadd \(tool.names(in: group).joined(separator: " "))
                            return
                        fi
                        command="\(group) $words[2]"
                        shift words
                        (( CURRENT-- ))
                    fi

                """
        }
        text += "    case $command in\n"
        for command in tool.commands {
            let name = command.spec.name
            text += "    \(name.contains(" ") ? "\"\(name)\"" : name))\n        _arguments -s"
            for option in command.spec.options { text += " \\\n            " + argument(for: option) }
            if let first = command.spec.arguments.first {
                let action = action(for: Completion.argument(of: command.spec, in: tool))
                text += " \\\n            " + quoted("1:\(escaped(first.name)):\(action)")
            }
            text += " ;;\n"
        }
        text += """
                esac
            }
            if [[ $zsh_eval_context[-1] == loadautofunc ]]; then \(function) "$@"; else compdef \(function) \(tool.name); fi

            """
        return text
    }

    private static func argument(for option: OptionSpec) -> String {
        let star = option.isRepeatable ? "*" : ""
        let help = "[" + escaped(option.help) + "]"
        guard let value = option.valueName else { return quoted(star + option.typed + help) }
        return quoted("\(star)\(option.typed)=\(help):\(escaped(value)):\(action(for: option.completion))")
    }

    private static func action(for completion: ValueCompletion) -> String {
        switch completion {
        case .none: " "
        case .folders: "_files -/"
        case .words(let words): "(" + words.joined(separator: " ") + ")"
        // One ending alone in brackets would be read as a qualifier.
        case .files(let endings) where endings.count == 1: "_files -g \"*.\(endings[0])\""
        case .files(let endings): endings.isEmpty ? "_files" : "_files -g \"*.(\(endings.joined(separator: "|")))\""
        }
    }

    /// What stands inside a specification of `_arguments`, where brackets and colons have a meaning.
    private static func escaped(_ text: String) -> String {
        text.map { "[]:\\".contains($0) ? "\\" + String($0) : String($0) }.joined()
    }

    private static func quoted(_ text: String) -> String {
        "'" + text.map { $0 == "'" ? "'\\''" : String($0) }.joined() + "'"
    }
}
